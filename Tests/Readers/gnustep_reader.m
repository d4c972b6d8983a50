// Opens an archive with GNUstep's NSKeyedUnarchiver, an implementation of its own, and prints the values of the keys
// it is asked for. Knows Sources/ArchiveRuntime/FORMAT.md and the record's class name and keys, nothing else.
//
// usage: gnustep_reader FILE CLASS KEY:TYPE … with TYPE one of int, real, bool, text, data; CLASS "-" reads $top.
#import <Foundation/Foundation.h>
#include <stdio.h>

static NSArray *wanted;

static void print(NSCoder *coder) {
  for (NSString *item in wanted) {
    NSArray *parts = [item componentsSeparatedByString: @":"];
    NSString *key = [parts objectAtIndex: 0], *type = [parts objectAtIndex: 1];
    NSString *value;
    if (![coder containsValueForKey: key]) {
      value = @"missing";
    } else if ([type isEqual: @"int"]) {
      value = [NSString stringWithFormat: @"%lld", (long long)[coder decodeInt64ForKey: key]];
    } else if ([type isEqual: @"real"]) {
      value = [NSString stringWithFormat: @"%.17g", [coder decodeDoubleForKey: key]];
    } else if ([type isEqual: @"bool"]) {
      value = [coder decodeBoolForKey: key] ? @"true" : @"false";
    } else if ([type isEqual: @"text"]) {
      value = [coder decodeObjectForKey: key];
    } else {
      NSUInteger length = 0;
      const uint8_t *bytes = [coder decodeBytesForKey: key returnedLength: &length];
      NSMutableString *text = [NSMutableString string];
      for (NSUInteger index = 0; index < length; index++) [text appendFormat: @"%02x", bytes[index]];
      value = text;
    }
    printf("%s = %s\n", [key UTF8String], [value UTF8String]);
  }
}

/// The class that the record's archived name is mapped to.
@interface Record : NSObject <NSCoding>
@end

@implementation Record
- (id) initWithCoder: (NSCoder *)coder {
  if ((self = [super init])) print(coder);
  return self;
}
- (void) encodeWithCoder: (NSCoder *)coder {}
@end

int main(int count, char **arguments) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  NSMutableArray *all = [NSMutableArray array];
  for (int index = 3; index < count; index++) [all addObject: [NSString stringWithUTF8String: arguments[index]]];
  wanted = all;
  NSData *data = [NSData dataWithContentsOfFile: [NSString stringWithUTF8String: arguments[1]]];
  NSKeyedUnarchiver *coder = [[NSKeyedUnarchiver alloc] initForReadingWithData: data];
  NSString *name = [NSString stringWithUTF8String: arguments[2]];
  if ([name isEqual: @"-"]) {
    print(coder);
  } else {
    [coder setClass: [Record class] forClassName: name];
    if ([coder decodeObjectForKey: @"root"] == nil) return 1;
  }
  [pool release];
  return 0;
}
