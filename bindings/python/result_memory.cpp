#include "result_memory.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

namespace stickslip::python {

namespace {

constexpr std::size_t smallest = std::size_t{1} << 20, greatest_total = std::size_t{64} << 20;

struct Block {
  explicit Block(std::size_t size) : bytes(size), data(::operator new(size, alignment)) {}
  ~Block() { ::operator delete(data, alignment); }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  static constexpr std::align_val_t alignment{64};
  std::size_t bytes;
  void* data;
};

using Blocks = std::vector<std::unique_ptr<Block>>;

// Oldest first. Never destroyed: arrays may outlive everything else in the process. It has room for as many
// blocks as can ever wait, since giving one back must not fail for want of memory: no one could catch that.
Blocks& waiting() {
  static Blocks* blocks = [] {
    auto fresh = std::make_unique<Blocks>();
    fresh->reserve(greatest_total / smallest);
    return fresh.release();
  }();
  return *blocks;
}

void give_back(std::unique_ptr<Block> block) noexcept {
  if (block->bytes > greatest_total) return;
  Blocks& blocks = waiting();
  std::size_t total = block->bytes;
  for (const auto& each : blocks) total += each->bytes;
  while (total > greatest_total) {
    total -= blocks.front()->bytes;
    blocks.erase(blocks.begin());
  }
  blocks.push_back(std::move(block));
}

std::unique_ptr<Block> take(std::size_t bytes) {
  Blocks& blocks = waiting();
  const auto found =
      std::find_if(blocks.begin(), blocks.end(), [&](const auto& block) { return block->bytes == bytes; });
  if (found == blocks.end()) return std::make_unique<Block>(bytes);
  auto block = std::move(*found);
  blocks.erase(found);
  return block;
}

}  // namespace

bool is_large_result(std::size_t bytes) {
  return bytes >= smallest;
}

ResultMemory result_memory(std::size_t bytes) {
  std::unique_ptr<Block> block = take(bytes);
  void* data = block->data;
  pybind11::capsule owner(block.get(),
                          [](void* pointer) { give_back(std::unique_ptr<Block>(static_cast<Block*>(pointer))); });
  static_cast<void>(block.release());
  return {data, owner};
}

}  // namespace stickslip::python
