// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemFilters

exit(SystemFiltersMain.run(Array(CommandLine.arguments.dropFirst())))
