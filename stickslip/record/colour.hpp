// Colours of marks and shapes that can be told apart, also by colour-blind readers. Whoever draws chooses their shades.
#pragma once

#include "stickslip/core/names.hpp"

namespace stickslip::record {

// `ink` is the colour of text: black on white, white on black. Marks and shapes without a colour take the next in this order.
enum class Colour { blue, red, green, yellow, cyan, purple, grey, ink };

}  // namespace stickslip::record

template <>
struct stickslip::Names<stickslip::record::Colour> {
  static constexpr Named<record::Colour> table[] = {
      {record::Colour::blue, "blue"},     {record::Colour::red, "red"},   {record::Colour::green, "green"},
      {record::Colour::yellow, "yellow"}, {record::Colour::cyan, "cyan"}, {record::Colour::purple, "purple"},
      {record::Colour::grey, "grey"},     {record::Colour::ink, "ink"}};
};
