#include "stickslip/record/detail/hdf5_image.hpp"

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <hdf5.h>
#include <nlohmann/json.hpp>

#include "stickslip/core/error.hpp"
#include "stickslip/record/detail/layout_json.hpp"

namespace stickslip::record::detail {

namespace {

constexpr hsize_t long_list = 1024;       // fewer numbers are not worth compressing
constexpr hsize_t chunk = 65536;          // numbers compressed together
constexpr hsize_t most_inflation = 1032;  // zlib makes no more bytes of one

// One thread at a time, and no messages on the terminal; afterwards all is as it was.
class Session {
 public:
  Session() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Session() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  Session(Session&&) = delete;
  Session& operator=(Session&&) = delete;

 private:
  static std::recursive_mutex& turn() {
    static std::recursive_mutex mutex;
    return mutex;
  }

  std::scoped_lock<std::recursive_mutex> lock_{turn()};
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

std::string named(const Member& member) {
  return member.attribute.empty() ? member.path : "attribute " + member.attribute + " of " + member.path;
}

void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

// Something of HDF5's that must be closed.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  // Throws if the call that gave `id` failed.
  Handle(hid_t id, Close close, const std::string& what = "HDF5 is out of memory") : id_(id), close_(close) {
    require(id >= 0, what);
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Handle&&) = delete;

  hid_t operator*() const noexcept { return id_; }

 private:
  hid_t id_;
  Close close_;
};

Handle properties(hid_t kind) {
  return {H5Pcreate(kind), H5Pclose};
}

// For a file in memory, none on disk.
Handle memory_access() {
  Handle access = properties(H5P_FILE_ACCESS);
  constexpr std::size_t growth = std::size_t{1} << 22U;  // [bytes]
  require(H5Pset_fapl_core(*access, growth, false) >= 0, "HDF5 cannot keep a file in memory");
  return access;
}

// For what is created, without the time of writing.
Handle creation(hid_t kind) {
  Handle list = properties(kind);
  require(H5Pset_obj_track_times(*list, false) >= 0, "HDF5 cannot leave out the time");
  return list;
}

Handle number_type() {
  return {H5Tcopy(H5T_NATIVE_DOUBLE), H5Tclose};
}

Handle text_type(H5T_cset_t letters) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  require(H5Tset_size(*type, H5T_VARIABLE) >= 0 && H5Tset_cset(*type, letters) >= 0, "HDF5 lacks this type of text");
  return type;
}

// FALSE and TRUE, as h5py keeps them.
Handle flag_type() {
  Handle type(H5Tenum_create(H5T_NATIVE_SCHAR), H5Tclose);
  const signed char no = 0, yes = 1;
  require(H5Tenum_insert(*type, "FALSE", &no) >= 0 && H5Tenum_insert(*type, "TRUE", &yes) >= 0, "HDF5 lacks flags");
  return type;
}

Handle scalar() {
  return {H5Screate(H5S_SCALAR), H5Sclose};
}

Handle list(hsize_t count) {
  return {H5Screate_simple(1, &count, nullptr), H5Sclose};
}

const char* checked(const std::string& text, const Member& member) {
  to_text(nlohmann::json(text), named(member));  // throws if it is not UTF-8
  if (text.find('\0') != std::string::npos) throw InvalidArgument(named(member) + " must not hold a zero character");
  return text.c_str();
}

}  // namespace

class Hdf5Writer::File {
 public:
  File() {
    // The format of HDF5 1.8 has checksums, and room for many columns. Not for the whole file: H5Fget_file_image
    // (1.10) gives it a wrong checksum then.
    require(H5Fset_libver_bounds(*file_, H5F_LIBVER_V18, H5F_LIBVER_V18) >= 0, "HDF5 lacks the format of 1.8");
    require(H5Pset_char_encoding(*link_, H5T_CSET_UTF8) >= 0, "HDF5 lacks UTF-8");
    require(H5Pset_shuffle(*compressed_) >= 0 && H5Pset_deflate(*compressed_, 4) >= 0, "HDF5 lacks compression");
  }

  void group(const std::string& path) {
    const Handle made(H5Gcreate2(*file_, path.c_str(), *link_, *group_, H5P_DEFAULT), H5Gclose, failed({path}));
  }
  void write(const Member& member, const Handle& type, const Handle& space, const void* data) {
    const auto count = static_cast<hsize_t>(H5Sget_simple_extent_npoints(*space));
    const char* path = member.path.c_str();
    if (member.attribute.empty()) {
      const Handle made(H5Dcreate2(*file_, path, *type, *space, *link_, storage(*type, count), H5P_DEFAULT), H5Dclose,
                        failed(member));
      require(count == 0 || H5Dwrite(*made, *type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0, failed(member));
    } else {
      const Handle made(H5Acreate_by_name(*file_, path, member.attribute.c_str(), *type, *space, H5P_DEFAULT,
                                          H5P_DEFAULT, H5P_DEFAULT),
                        H5Aclose, failed(member));
      require(count == 0 || H5Awrite(*made, *type, data) >= 0, failed(member));
    }
  }
  std::string image() const {
    require(H5Fflush(*file_, H5F_SCOPE_GLOBAL) >= 0, failed({"/"}));
    const auto size = H5Fget_file_image(*file_, nullptr, 0);
    require(size > 0, failed({"/"}));
    std::string bytes(static_cast<std::size_t>(size), '\0');
    require(H5Fget_file_image(*file_, bytes.data(), bytes.size()) == size, failed({"/"}));
    return bytes;
  }

 private:
  static std::string failed(const Member& member) { return "HDF5 cannot write " + named(member); }
  hid_t storage(hid_t type, hsize_t count) {
    if (count < long_list || H5Tget_class(type) != H5T_FLOAT) return *plain_;
    const hsize_t size = std::min(count, chunk);
    require(H5Pset_chunk(*compressed_, 1, &size) >= 0, "HDF5 lacks chunks");
    return *compressed_;
  }

  Session session_;
  Handle file_{H5Fcreate("result.h5", H5F_ACC_TRUNC, *creation(H5P_FILE_CREATE), *memory_access()), H5Fclose};
  Handle link_ = properties(H5P_LINK_CREATE);
  Handle group_ = creation(H5P_GROUP_CREATE);
  Handle plain_ = creation(H5P_DATASET_CREATE);
  Handle compressed_ = creation(H5P_DATASET_CREATE);
};

Hdf5Writer::Hdf5Writer() : file_(std::make_unique<File>()) {}

Hdf5Writer::~Hdf5Writer() = default;

void Hdf5Writer::group(const std::string& path) {
  file_->group(path);
}

void Hdf5Writer::write(const Member& member, const std::string& text) {
  const char* letters = checked(text, member);
  file_->write(member, text_type(H5T_CSET_UTF8), scalar(), &letters);
}

void Hdf5Writer::write(const Member& member, const Texts& texts) {
  std::vector<const char*> letters;
  letters.reserve(texts.size());
  for (const std::string& text : texts) letters.push_back(checked(text, member));
  file_->write(member, text_type(H5T_CSET_UTF8), list(texts.size()), letters.data());
}

void Hdf5Writer::write(const Member& member, double number) {
  file_->write(member, number_type(), scalar(), &number);
}

void Hdf5Writer::write(const Member& member, const Numbers& numbers) {
  file_->write(member, number_type(), list(numbers.size()), numbers.data());
}

void Hdf5Writer::write(const Member& member, const Flags& flags) {
  file_->write(member, flag_type(), list(flags.size()), flags.data());
}

std::string Hdf5Writer::image() const {
  return file_->image();
}

class Hdf5Reader::File {
 public:
  explicit File(const std::string& image) : room_(most_inflation * image.size()), file_(opened(image)) {}

  // A dataset or an attribute that was found.
  struct Found {
    Handle id;
    Handle type;
    Handle space;
    bool is_attribute;
    std::string name;

    void read(const Handle& as, void* data) const {
      require((is_attribute ? H5Aread(*id, *as, data) : H5Dread(*id, *as, H5S_ALL, H5S_ALL, H5P_DEFAULT, data)) >= 0,
              name + " cannot be read");
    }
    bool is_text() const { return H5Tget_class(*type) == H5T_STRING; }
  };

  Found find(const Member& member) const {
    const std::string name = named(member);
    const char* path = member.path.c_str();
    H5L_info_t link{};
    require(member.path == "/" || H5Lget_info(*file_, path, &link, H5P_DEFAULT) >= 0, name + " is missing");
    require(member.path == "/" || link.type == H5L_TYPE_HARD, name + " must not be a link to somewhere else");
    if (!member.attribute.empty()) {
      Handle id(H5Aopen_by_name(*file_, path, member.attribute.c_str(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                name + " is missing");
      Handle type(H5Aget_type(*id), H5Tclose, name + " has no type"),
          space(H5Aget_space(*id), H5Sclose, name + " has no shape");
      return {std::move(id), std::move(type), std::move(space), true, name};
    }
    Handle id(H5Dopen2(*file_, path, H5P_DEFAULT), H5Dclose, name + " must be a dataset");
    const Handle made(H5Dget_create_plist(*id), H5Pclose, name + " has no properties");
    require(H5Pget_layout(*made) != H5D_VIRTUAL && H5Pget_external_count(*made) == 0,
            name + " must not be kept in another file");
    Handle type(H5Dget_type(*id), H5Tclose, name + " has no type"),
        space(H5Dget_space(*id), H5Sclose, name + " has no shape");
    return {std::move(id), std::move(type), std::move(space), false, name};
  }
  Numbers numbers(const Member& member, H5S_class_t shape) {
    const Found found = find(member);
    require(H5Tget_class(*found.type) == H5T_FLOAT && H5Tget_size(*found.type) == sizeof(double),
            found.name + " must be of 64-bit floating-point numbers");
    return read(found, shape);
  }
  Numbers any_numbers(const Member& member) {
    const Found found = find(member);
    const H5T_class_t kind = H5Tget_class(*found.type);
    require(kind == H5T_FLOAT || kind == H5T_INTEGER, found.name + " must be of numbers");
    return read(found, H5S_SIMPLE);
  }
  // HDF5 finds a path only where each of its groups exists.
  bool has(const std::string& path) const {
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
      if (H5Lexists(*file_, path.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
      if (end == std::string::npos) return true;
    }
  }
  Texts texts(const Member& member, H5S_class_t shape) {
    const Found found = find(member);
    require(found.is_text() && H5Tis_variable_str(*found.type) > 0, found.name + " must be text of variable length");
    const Handle type = text_type(H5Tget_cset(*found.type));
    struct Letters {
      std::vector<char*> values;
      hid_t type, space;
      ~Letters() { H5Dvlen_reclaim(type, space, H5P_DEFAULT, values.data()); }
    } letters{std::vector<char*>(count(found, shape), nullptr), *type, *found.space};
    if (letters.values.empty()) return {};
    found.read(type, letters.values.data());
    Texts values;
    values.reserve(letters.values.size());
    for (const char* text : letters.values)
      values.emplace_back(text == nullptr ? "" : text);  // HDF5 has none for empty
    return values;
  }

 private:
  Numbers read(const Found& found, H5S_class_t shape) {
    Numbers values(count(found, shape));
    if (!values.empty()) found.read(number_type(), values.data());
    return values;
  }
  static Handle opened(const std::string& image) {
    const Handle access = memory_access();
    std::string copy = image;  // HDF5 does not promise to leave it alone
    require(H5Pset_file_image(*access, copy.data(), copy.size()) >= 0, "HDF5 is out of memory");
    return {H5Fopen("result.h5", H5F_ACC_RDONLY, *access), H5Fclose, "not an HDF5 file, or not a whole one"};
  }
  std::size_t count(const Found& found, H5S_class_t shape) {
    require(H5Sget_simple_extent_type(*found.space) == shape &&
                (shape == H5S_SCALAR || H5Sget_simple_extent_ndims(*found.space) == 1),
            found.name + (shape == H5S_SCALAR ? " must be a single value" : " must be a list"));
    const hssize_t points = H5Sget_simple_extent_npoints(*found.space);
    const auto wanted = static_cast<hsize_t>(points);
    require(points >= 0 && wanted <= room_ / sizeof(double),
            found.name + " claims " + std::to_string(points) + " values, more than the file can hold");
    room_ -= wanted * sizeof(double);
    return wanted;
  }

  hsize_t room_;  // bytes that the rest of the file may fill
  Session session_;
  Handle file_;
};

Hdf5Reader::Hdf5Reader(const std::string& image) : file_(std::make_unique<File>(image)) {}

Hdf5Reader::~Hdf5Reader() = default;

std::string Hdf5Reader::text(const Member& member) {
  return file_->texts(member, H5S_SCALAR).front();
}

Texts Hdf5Reader::texts(const Member& member) {
  return file_->texts(member, H5S_SIMPLE);
}

double Hdf5Reader::number(const Member& member) {
  return file_->numbers(member, H5S_SCALAR).front();
}

Numbers Hdf5Reader::numbers(const Member& member) {
  return file_->numbers(member, H5S_SIMPLE);
}

Numbers Hdf5Reader::any_numbers(const Member& member) {
  return file_->any_numbers(member);
}

bool Hdf5Reader::has(const std::string& path) {
  return file_->has(path);
}

bool Hdf5Reader::is_text(const Member& member) {
  return file_->find(member).is_text();
}

}  // namespace stickslip::record::detail
