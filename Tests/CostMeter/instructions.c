// A plugin of QEMU's user mode that counts the instructions of a program. It runs a Swift program some eight times as slowly as
// the processor does, where valgrind's callgrind takes fifty times, and the count is the same however busy the machine is.
//
//   gcc -O2 -shared -fPIC Tests/CostMeter/instructions.c -o instructions.so
//   qemu-x86_64 -plugin ./instructions.so PROGRAM
//
// The program asks by a system call of a number that no kernel has, see meter.c. Debian installs no header for plugins; these
// are the declarations of version 1 of the interface (docs/devel/tcg-plugins.rst).
#include <stddef.h>
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
enum { ADD_U64 = 0 };
enum { READ_COUNT = 77777 };

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int operation, void *counter, uint64_t number);
void qemu_plugin_register_vcpu_syscall_cb(
    plugin_id, void (*)(plugin_id, unsigned, int64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t));

EXPORT int qemu_plugin_version = 1;

static uint64_t count;

static void translated(plugin_id id, struct qemu_plugin_tb *block) {
  qemu_plugin_register_vcpu_tb_exec_inline(block, ADD_U64, &count, qemu_plugin_tb_n_insns(block));
}

static void called(plugin_id id, unsigned processor, int64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e,
                   uint64_t f, uint64_t g, uint64_t h) {
  // A 64-bit program has its own addresses.
  if (number == READ_COUNT) *(uint64_t *)a = count;
}

EXPORT int qemu_plugin_install(plugin_id id, const void *info, int count, char **arguments) {
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_vcpu_syscall_cb(id, called);
  return 0;
}
