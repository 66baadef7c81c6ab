/** Says what does not fit a schema, place by place, in words that callers know. */
import { SchemaAST, SchemaIssue } from "effect"

const isObject = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isObjects(ast) || (SchemaAST.isUnion(ast) && ast.types.every(isObject))

const saysItself = ({ annotations }: SchemaAST.AST): boolean =>
  annotations?.message !== undefined || annotations?.expected !== undefined

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) =>
    issue._tag === "InvalidType" && isObject(issue.ast) && !saysItself(issue.ast)
      ? "Expected an object"
      : SchemaIssue.defaultLeafHook(issue)
})

/** Where none of several objects is meant, no issue of one of them is a leaf that could be put in words. */
const withLeaves = (issue: SchemaIssue.Issue): SchemaIssue.Issue => {
  if (issue._tag === "Pointer") return new SchemaIssue.Pointer(issue.path, withLeaves(issue.issue))
  if (issue._tag === "Encoding") return new SchemaIssue.Encoding(issue.ast, withLeaves(issue.issue))
  if (issue._tag === "AnyOf" && issue.issues.length === 0) return new SchemaIssue.InvalidType(issue.ast)
  if (issue._tag !== "Composite") return issue
  const [first, ...others] = issue.issues
  return new SchemaIssue.Composite(issue.ast, [withLeaves(first), ...others.map(withLeaves)])
}

/** The names that objects have in the code mean nothing to whoever sent something else: they are called objects. */
export const formatIssues: typeof format = (issue) => format(withLeaves(issue))
