// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusAgent
import Glibc

exit(FocusAgentMain.run(Array(CommandLine.arguments.dropFirst())))
