// The page of reports, without data: what apps/report builds. Empty where it was not built.
#pragma once

#include <string_view>

namespace stickslip::record::detail {

std::string_view page_template() noexcept;

}  // namespace stickslip::record::detail
