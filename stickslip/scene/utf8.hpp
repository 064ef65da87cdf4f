// Texts that files of results can hold: UTF-8 without zero characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stickslip::scene {

// The first byte that does not belong to a UTF-8 character, or is zero; the size of the text where there is none. Overlong forms,
// surrogates and what is beyond U+10FFFF are not UTF-8.
std::size_t first_bad_byte(std::string_view text) noexcept;

// Characters that a terminal obeys (below U+0020, U+007F to U+009F) as escapes such as \x1b, bytes that are not UTF-8, too.
std::string printable(std::string_view text);

// At most 40 characters of it, printable, and "…" where it is longer.
std::string excerpt(std::string_view text);

}  // namespace stickslip::scene
