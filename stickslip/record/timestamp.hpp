// Instants in the calendar, as results carry them.
#pragma once

#include <string>

namespace stickslip::record {

// Now, in Coordinated Universal Time: 2026-11-16T08:00:00Z. Where the environment variable SOURCE_DATE_EPOCH holds seconds
// since 1970, that instant: so that files can be made again byte for byte.
std::string utc_now();

}  // namespace stickslip::record
