// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusControl
import Glibc

exit(FocusControl.run(Array(CommandLine.arguments.dropFirst())))
