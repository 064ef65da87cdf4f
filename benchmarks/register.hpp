// Each file of benchmarks adds its own; main calls them all.
#pragma once

namespace stickslip::benchmarks {

void register_floor();     // what the hardware needs for the operations no step can do without
void register_friction();  // point laws

}  // namespace stickslip::benchmarks
