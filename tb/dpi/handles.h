// SPDX-License-Identifier: Apache-2.0
// Handles that can be told good from bad without looking at memory that may be gone. A handle is no address: it is
// made of a magic number, a generation, and the number of an entry in a table.
//
// The table is the only state of the process in here: a freed handle cannot be known without something that outlives
// the instance. It is changed by atomic operations, so instances may be made and freed on several threads.
#ifndef FLITLOCK_TB_HANDLES_H
#define FLITLOCK_TB_HANDLES_H

// What a handle is of: one of another kind is foreign.
enum flitlock_handle_kind { FLITLOCK_HANDLE_BLOCK, FLITLOCK_HANDLE_POD };

// NULL when all entries are in use.
void *flitlock_handle_new(enum flitlock_handle_kind kind, void *instance);
// FLITLOCK_OK and the instance, or FLITLOCK_DPI_E_NULL_HANDLE, _FOREIGN_HANDLE, _FREED_HANDLE and NULL.
int flitlock_handle_find(enum flitlock_handle_kind kind, void *handle, void **instance);
// As find; the handle is dead from then on. Of two callers at the same time one gets the instance.
int flitlock_handle_free(enum flitlock_handle_kind kind, void *handle, void **instance);

#endif
