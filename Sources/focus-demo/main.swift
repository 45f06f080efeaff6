// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

exit(Demo.run(Array(CommandLine.arguments.dropFirst())))
