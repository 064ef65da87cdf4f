#include "stickslip/sweep/event.hpp"

#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/node.hpp"

namespace stickslip::sweep {

namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

Event event_from(std::string name, const std::string& text, const std::vector<OutputColumn>& outputs) {
  for (const auto& row : Names<Comparison>::table) {
    const auto at = text.find(row.name);
    if (at == std::string::npos) continue;
    const std::string output = trimmed(text.substr(0, at)), limit = trimmed(text.substr(at + row.name.size()));
    const std::size_t place = place_of(output, outputs);
    const scene::Node number = scene::Node::plain(limit);
    if (!number.is(scene::NodeKind::number) || !std::isfinite(number.number())) {
      throw InvalidArgument("'" + limit + "' must be a finite number");
    }
    return {std::move(name), place, row.value, number.number()};
  }
  throw InvalidArgument("'" + text + "' must compare an output with a number, such as slip > 1e-4, by <, <=, > or >=");
}

std::string condition_of(const Event& event, const std::vector<OutputColumn>& outputs) {
  return outputs[event.output].name + " " + std::string(name_of(event.comparison)) + " " + to_text(event.limit);
}

}  // namespace stickslip::sweep
