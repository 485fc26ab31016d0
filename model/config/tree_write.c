// SPDX-License-Identifier: Apache-2.0
// A tree to YAML text, by libyaml's emitter.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "config/tree.h"

struct sink {
  char *text;
  size_t size, capacity;
};

static int append(void *data, unsigned char *bytes, size_t size) {
  struct sink *sink = data;
  if (sink->capacity - sink->size <= size) {
    size_t capacity = (sink->size + size + 1) * 2;
    char *text = realloc(sink->text, capacity);
    if (!text) return 0;
    sink->text = text;
    sink->capacity = capacity;
  }
  memcpy(sink->text + sink->size, bytes, size);
  sink->size += size;
  sink->text[sink->size] = '\0';
  return 1;
}

static int emit_scalar(yaml_emitter_t *emitter, const char *text, int plain) {
  yaml_event_t event;
  return yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text, (int)strlen(text), 1, 1,
                                      plain ? YAML_ANY_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE) &&
         yaml_emitter_emit(emitter, &event);
}

static int emit_node(yaml_emitter_t *emitter, const struct config_node *node) {
  yaml_event_t event;
  if (node->kind == CONFIG_NODE_SCALAR) return emit_scalar(emitter, node->text, node->plain);
  int list = node->kind == CONFIG_NODE_LIST;
  // Lists of single values stay on one line.
  int flow = !node->child || (list && node->child->kind == CONFIG_NODE_SCALAR);
  int ok = list ? yaml_sequence_start_event_initialize(&event, NULL, NULL, 1,
                                                       flow ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE)
                : yaml_mapping_start_event_initialize(&event, NULL, NULL, 1,
                                                      flow ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE);
  if (!ok || !yaml_emitter_emit(emitter, &event)) return 0;
  for (const struct config_node *child = node->child; child; child = child->next)
    if ((!list && !emit_scalar(emitter, child->key, 1)) || !emit_node(emitter, child)) return 0;
  ok = list ? yaml_sequence_end_event_initialize(&event) : yaml_mapping_end_event_initialize(&event);
  return ok && yaml_emitter_emit(emitter, &event);
}

static int emit_all(yaml_emitter_t *emitter, const struct config_node *root) {
  yaml_event_t event;
  return yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING) && yaml_emitter_emit(emitter, &event) &&
         yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1) && yaml_emitter_emit(emitter, &event) &&
         emit_node(emitter, root) && yaml_document_end_event_initialize(&event, 1) &&
         yaml_emitter_emit(emitter, &event) && yaml_stream_end_event_initialize(&event) &&
         yaml_emitter_emit(emitter, &event) && yaml_emitter_flush(emitter);
}

int flitlock_config_tree_write(const struct config_node *root, char **text, size_t *size,
                               struct flitlock_error *error) {
  struct sink sink = {NULL, 0, 0};
  yaml_emitter_t emitter;
  if (!yaml_emitter_initialize(&emitter))
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the configuration's text");
  yaml_emitter_set_output(&emitter, append, &sink);
  yaml_emitter_set_unicode(&emitter, 1);
  int ok = emit_all(&emitter, root);
  int status = FLITLOCK_OK;
  if (!ok)
    status = emitter.error == YAML_MEMORY_ERROR || emitter.error == YAML_WRITER_ERROR
                 ? flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the configuration's text")
                 : flitlock_fail(error, FLITLOCK_E_INTERNAL, "the configuration cannot be written as YAML: %s",
                                 emitter.problem ? emitter.problem : "unknown reason");
  yaml_emitter_delete(&emitter);
  if (status != FLITLOCK_OK) {
    free(sink.text);
    return status;
  }
  *text = sink.text;
  *size = sink.size;
  return FLITLOCK_OK;
}
