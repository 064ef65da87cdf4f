#include "stickslip/contact/contact_set.hpp"

namespace stickslip::contact {

void match(const ContactSet& now, const ContactSet& before, std::vector<int>& index) {
  index.resize(now.points.size());
  std::size_t old = 0;
  for (std::size_t i = 0; i < now.points.size(); ++i) {
    const ContactId& id = now.points[i].id;
    while (old < before.points.size() && before.points[old].id < id) ++old;
    const bool is_there = old < before.points.size() && before.points[old].id == id;
    index[i] = is_there ? static_cast<int>(old) : -1;
  }
}

}  // namespace stickslip::contact
