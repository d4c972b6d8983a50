// Writes and reads archives of objects with GNUstep's NSKeyedArchiver and NSKeyedUnarchiver, an implementation of its
// own.
//
// usage: gnustep_objects write FILE KIND binary|xml
//        gnustep_objects read FILE [KEY]      prints what is under the key, "root" if none is given
#import <Foundation/Foundation.h>
#include <stdio.h>

/// Has the keys of the tests' Item.
@interface Item : NSObject <NSCoding> {
@public
  NSString *name;
  Item *next, *owner;
  int number;
  int64_t large;
  BOOL flag;
  float small;
  double real;
  NSData *bytes;
  NSArray *list;
}
@end

@implementation Item
- (void) encodeWithCoder: (NSCoder *)coder {
  [coder encodeObject: name forKey: @"name"];
  [coder encodeObject: next forKey: @"next"];
  [coder encodeConditionalObject: owner forKey: @"owner"];
  [coder encodeInt: number forKey: @"number"];
  [coder encodeInt64: large forKey: @"large"];
  [coder encodeBool: flag forKey: @"flag"];
  [coder encodeFloat: small forKey: @"small"];
  [coder encodeDouble: real forKey: @"real"];
  [coder encodeBytes: [bytes bytes] length: [bytes length] forKey: @"bytes"];
  [coder encodeObject: list forKey: @"list"];
  [coder encodePoint: NSMakePoint(1, 2.5) forKey: @"point"];
  [coder encodeRect: NSMakeRect(1, 2.5, 3, 4) forKey: @"rectangle"];
  [coder encodeObject: @"dollar" forKey: @"$key"];
}
- (id) initWithCoder: (NSCoder *)coder {
  name = [[coder decodeObjectForKey: @"name"] retain];
  next = [[coder decodeObjectForKey: @"next"] retain];
  owner = [coder decodeObjectForKey: @"owner"];
  number = [coder decodeIntForKey: @"number"];
  large = [coder decodeInt64ForKey: @"large"];
  flag = [coder decodeBoolForKey: @"flag"];
  small = [coder decodeFloatForKey: @"small"];
  real = [coder decodeDoubleForKey: @"real"];
  NSUInteger length = 0;
  const uint8_t *start = [coder decodeBytesForKey: @"bytes" returnedLength: &length];
  bytes = [[NSData alloc] initWithBytes: start length: length];
  list = [[coder decodeObjectForKey: @"list"] retain];
  return self;
}
@end

static Item *item(NSString *name) {
  Item *made = [Item new];
  made->name = [name retain];
  made->number = -7;
  made->large = 1LL << 40;
  made->flag = YES;
  made->small = 0.25;
  made->real = 0.1;
  made->bytes = [[NSData alloc] initWithBytes: "\1\0\377" length: 3];
  made->list = [[NSArray alloc] initWithObjects: @"a", [NSMutableString stringWithString: @"b"], nil];
  return made;
}

static NSString *shown(id value);

static NSString *joined(id <NSFastEnumeration> values, BOOL isSorted) {
  NSMutableArray *all = [NSMutableArray array];
  for (id value in values) [all addObject: shown(value)];
  if (isSorted) [all sortUsingSelector: @selector(compare:)];
  return [all componentsJoinedByString: @", "];
}

static NSString *shown(id value) {
  if (value == nil) return @"nil";
  if ([value isKindOfClass: [NSNull class]]) return @"null";
  if ([value isKindOfClass: [NSString class]]) return [NSString stringWithFormat: @"'%@'", value];
  if ([value isKindOfClass: [NSNumber class]])
    return [NSString stringWithFormat: @"%s %.17g", [value objCType], [value doubleValue]];
  if ([value isKindOfClass: [NSDate class]])
    return [NSString stringWithFormat: @"date %.17g", [value timeIntervalSinceReferenceDate]];
  if ([value isKindOfClass: [NSURL class]])
    return [NSString stringWithFormat: @"url %@ of %@", [value relativeString], [[value baseURL] absoluteString]];
  if ([value isKindOfClass: [NSData class]]) {
    NSMutableString *text = [NSMutableString stringWithString: @"<"];
    const uint8_t *bytes = [value bytes];
    for (NSUInteger index = 0; index < [value length]; index++) [text appendFormat: @"%02x", bytes[index]];
    return [text stringByAppendingString: @">"];
  }
  if ([value isKindOfClass: [NSArray class]]) return [NSString stringWithFormat: @"[%@]", joined(value, NO)];
  if ([value isKindOfClass: [NSOrderedSet class]]) return [NSString stringWithFormat: @"o(%@)", joined(value, NO)];
  if ([value isKindOfClass: [NSSet class]]) return [NSString stringWithFormat: @"(%@)", joined(value, YES)];
  if ([value isKindOfClass: [NSIndexSet class]]) {
    NSMutableArray *all = [NSMutableArray array];
    for (NSUInteger index = [value firstIndex]; index != NSNotFound; index = [value indexGreaterThanIndex: index])
      [all addObject: [NSString stringWithFormat: @"%lu", (unsigned long)index]];
    return [NSString stringWithFormat: @"indexes %@", [all componentsJoinedByString: @" "]];
  }
  if ([value isKindOfClass: [NSDictionary class]]) {
    NSMutableArray *all = [NSMutableArray array];
    for (id key in value)
      [all addObject: [NSString stringWithFormat: @"%@: %@", shown(key), shown([value objectForKey: key])]];
    [all sortUsingSelector: @selector(compare:)];
    return [NSString stringWithFormat: @"{%@}", [all componentsJoinedByString: @", "]];
  }
  if ([value isKindOfClass: [Item class]]) {
    Item *item = value;
    return [NSString stringWithFormat: @"%@ %d %lld %d %g %.17g %@ %@ -> %@ of %@", item->name, item->number,
      (long long)item->large, item->flag, item->small, item->real, shown(item->bytes), shown(item->list),
      item->next == item ? @"itself" : shown(item->next), item->owner ? item->owner->name : @"nobody"];
  }
  return [value description];
}

static id made(NSString *kind) {
  NSArray *texts = [NSArray arrayWithObjects: @"b", @"a", [NSMutableString stringWithString: @"naïve 日"], nil];
  NSMutableIndexSet *indexes = [NSMutableIndexSet indexSetWithIndexesInRange: NSMakeRange(3, 2)];
  [indexes addIndexesInRange: NSMakeRange(300, 1000)];
  NSURL *base = [NSURL URLWithString: @"http://a.b/c/"];
  NSDictionary *kinds = [NSDictionary dictionaryWithObjectsAndKeys:
    @"naïve 日", @"text",
    [NSMutableString stringWithString: @"naïve 日"], @"mutable text",
    [NSData dataWithBytes: "\1\2" length: 2], @"data",
    [NSMutableData dataWithBytes: "\1\2" length: 2], @"mutable data",
    [NSArray arrayWithObjects: [NSNumber numberWithInt: 1], [NSNumber numberWithBool: YES],
      [NSNumber numberWithDouble: 1], [NSNumber numberWithDouble: -0.0], [NSNumber numberWithFloat: 0.25],
      [NSNumber numberWithLongLong: INT64_MIN], [NSNull null], nil], @"numbers",
    [NSArray arrayWithObjects: [NSDate dateWithTimeIntervalSinceReferenceDate: 1000],
      [NSCalendarDate dateWithTimeIntervalSinceReferenceDate: 1.5], nil], @"dates",
    [NSDate dateWithTimeIntervalSinceReferenceDate: 0.5], @"date",
    [NSURL URLWithString: @"d/e" relativeToURL: base], @"url",
    [[[NSUUID alloc] initWithUUIDString: @"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"] autorelease], @"uuid",
    texts, @"array", [NSMutableArray arrayWithArray: texts], @"mutable array",
    [NSSet setWithArray: texts], @"set", [NSMutableSet setWithArray: texts], @"mutable set",
    [NSCountedSet setWithArray: [texts arrayByAddingObject: @"a"]], @"counted set",
    [NSOrderedSet orderedSetWithArray: texts], @"ordered set",
    [NSDictionary dictionaryWithObjectsAndKeys: texts, @"x", [NSNull null], @"y", nil], @"dictionary",
    [NSMutableDictionary dictionaryWithObjectsAndKeys: texts, @"x", [NSNull null], @"y", nil], @"mutable dictionary",
    indexes, @"indexes", [NSIndexSet indexSet], @"no indexes",
    [[[NSLocale alloc] initWithLocaleIdentifier: @"de_DE"] autorelease], @"locale",
    [NSTimeZone timeZoneWithName: @"Europe/Berlin"], @"time zone",
    [NSDecimalNumber decimalNumberWithString: @"-12.5"], @"decimal", nil];
  if (![kind isEqual: @"items"]) return [kinds objectForKey: kind];
  Item *first = item(@"first"), *second = item(@"second");
  first->next = second;
  second->next = first;
  second->owner = first;
  first->owner = item(@"nobody else archives it");
  return [NSArray arrayWithObjects: first, second, nil];
}

int main(int count, char **arguments) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  NSString *file = [NSString stringWithUTF8String: arguments[2]];
  if ([[NSString stringWithUTF8String: arguments[1]] isEqual: @"write"]) {
    NSMutableData *data = [NSMutableData data];
    NSKeyedArchiver *archiver = [[NSKeyedArchiver alloc] initForWritingWithMutableData: data];
    BOOL isXML = [[NSString stringWithUTF8String: arguments[4]] isEqual: @"xml"];
    [archiver setOutputFormat: isXML ? NSPropertyListXMLFormat_v1_0 : NSPropertyListBinaryFormat_v1_0];
    [archiver encodeObject: made([NSString stringWithUTF8String: arguments[3]]) forKey: @"root"];
    [archiver finishEncoding];
    return [data writeToFile: file atomically: NO] ? 0 : 1;
  }
  NSKeyedUnarchiver *coder =
    [[NSKeyedUnarchiver alloc] initForReadingWithData: [NSData dataWithContentsOfFile: file]];
  NSString *key = count > 3 ? [NSString stringWithUTF8String: arguments[3]] : @"root";
  printf("%s\n", [shown([coder decodeObjectForKey: key]) UTF8String]);
  [pool release];
  return 0;
}
