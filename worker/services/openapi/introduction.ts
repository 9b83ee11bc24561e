/** The introduction for clients, in CommonMark. */
export const introduction = `
Staff of an institution process applicants through a workflow. Everything the portal does is a call of this API.

**First call.** Sign in with \`POST /ums/login\` and send the \`accessToken\` of its response with every other call:

    curl https://portal.example/api/ums/login -H 'content-type: application/json' \\
      -d '{"username":"ada.admin@crestfield.example","password":"…","organisation":"crestfield"}'
    curl https://portal.example/api/candidates -H 'authorization: Bearer …'

An access token lasts 15 minutes. Each call answers for the institution that its user signed in to.

**Requests.** Bodies are JSON unless the operation says otherwise. A key or parameter that an operation does not know is
refused with 422 and named, at every depth. In a query, a list is repeated (\`courseIds=a&courseIds=b\`) or separated by
commas (\`courseIds=a,b\`). Times are UTC milliseconds, amounts are in the minor unit of their currency.

**Lists.** Every list comes in pages: \`page\` counts from 0 and \`size\` is at most 100 unless the operation says otherwise.
The response has the rows in \`data\`, their number on all pages in \`resultTotal\`, and in \`next\` the path of the next page,
which is null on the last one.

**Failures** are problem details (RFC 9457, \`application/problem+json\`). Their \`code\` does not change and each operation
names those it can answer; \`fields\` holds the messages for the fields at fault.

**Created and started.** What is created answers 201, and work that goes on in the background 202; \`Location\` has the
address of the new thing, or of the task that tells how far the work is.

**Repeats.** An operation with the header \`Idempotency-Key\` can be repeated after a lost response without being done twice.

**Changes by others.** Records with a \`version\` refuse a change that names another version with 409 and both versions.
A \`GET\` of JSON answers with an \`ETag\`; with \`If-None-Match\` it answers 304 while nothing has changed.
`.trim();
