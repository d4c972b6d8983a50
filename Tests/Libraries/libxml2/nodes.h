// What a pointer to libxml2's nodes can lead to. All its structs begin with `_private` and `type`.
#pragma once
#include <libxml/hash.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/valid.h>
#include <libxml/xmlmemory.h>
#include <libxml/xmlreader.h>

struct node_start {
    void *_private;  // archive: skip
    xmlElementType type;
};

// archive: tag(start.type)
union any_node {
    struct node_start start;
    // archive: case(XML_ELEMENT_NODE, XML_TEXT_NODE, XML_CDATA_SECTION_NODE, XML_ENTITY_REF_NODE, XML_PI_NODE, XML_COMMENT_NODE)
    xmlNode node;
    xmlAttr attribute;           // archive: case(XML_ATTRIBUTE_NODE)
    xmlDoc document;             // archive: case(XML_DOCUMENT_NODE, XML_HTML_DOCUMENT_NODE)
    xmlDtd dtd;                  // archive: case(XML_DTD_NODE)
    xmlElement element_decl;     // archive: case(XML_ELEMENT_DECL)
    xmlAttribute attribute_decl; // archive: case(XML_ATTRIBUTE_DECL)
    xmlEntity entity;            // archive: case(XML_ENTITY_DECL)
};

// Swift does not import arrays of unknown length.
static inline const xmlChar *name_of_texts(void) { return xmlStringText; }
static inline const xmlChar *name_of_comments(void) { return xmlStringComment; }

// Nor function pointers that may change.
static inline void free_text(xmlChar *text) { xmlFree(text); }
