#include "experiments/hayward/pictures.hpp"

#include "stickslip/friction/adhesion.hpp"

namespace stickslip::experiments::hayward {

using friction::Regime;
using record::Colour;
using record::MarkKind;

std::vector<record::Mark> by_regime(const std::string& series, const std::string& x, const std::string& y) {
  std::vector<record::Mark> marks = {{MarkKind::line, series, {x, y}, "", Colour::grey}};
  const auto add = [&](Regime regime, const char* label, Colour colour) {
    record::Mark mark{MarkKind::points, series, {x, y}, label, colour};
    mark.only = {"regime", static_cast<double>(regime)};
    marks.push_back(std::move(mark));
  };
  add(Regime::stuck, "stuck", Colour::blue);
  add(Regime::creeping, "creeping", Colour::yellow);
  add(Regime::slipping, "slipping", Colour::red);
  add(Regime::sliding, "sliding", Colour::green);
  return marks;
}

}  // namespace stickslip::experiments::hayward
