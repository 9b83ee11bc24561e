/** A part of the guide: its anchor, its title, and its text in paragraphs, bold words, code and indented blocks. */
export interface GuidePart {
	id: string;
	title: string;
	text: string;
}

/** What a programmer reads before the operations; the description of the OpenAPI document holds the same. */
export const guide: readonly GuidePart[] = [
	{
		id: "keys",
		title: "Keys and signing in",
		text: `
A program calls with an **API key**, which somebody with privileges on the settings creates in the portal under "API keys". It is
shown once. Send it with every call:

    curl https://portal.example/api/candidates -H 'authorization: Bearer mat_crestfield.…'

A key has scopes: privileges such as \`candidate:r\`, of which each operation names those that it needs. It acts in its own name, in the
logs too, and works until it is revoked. Operations on the session of a user, and on keys themselves, are closed to it.

A program that acts for a **user** signs them in with \`POST /ums/login\`. The \`accessToken\` of the response lasts 15 minutes; with
the \`refreshToken\`, \`POST /ums/token\` makes a new pair, without a secret. A refresh token works once: send the newest.

    curl https://portal.example/api/ums/login -H 'content-type: application/json' \\
      -d '{"username":"ada.admin@crestfield.example","password":"…","organisation":"crestfield"}'
    curl https://portal.example/api/ums/token -d grant_type=refresh_grant -d refresh_token=…

Each user and key may send **3,000 requests in a minute**. \`RateLimit-Policy\` names the limit and \`RateLimit\` what is left of it
(\`r\`) and for how many seconds (\`t\`). Beyond it the answer is 429, and \`Retry-After\` has the seconds to wait.`,
	},
	{
		id: "requests",
		title: "Requests",
		text: `
Bodies are JSON unless the operation says otherwise. A key or parameter that an operation does not know is refused with 422 and
named, at every depth. In a query, a list is repeated (\`courseIds=a&courseIds=b\`) or separated by commas (\`courseIds=a,b\`). Times
are UTC milliseconds, amounts are in the minor unit of their currency.

What is created answers 201, and work that goes on in the background 202; \`Location\` has the address of the new thing, or of the
task that tells how far the work is.

Every answer has the id of its request in \`X-Request-Id\`: the one that was sent with it, or a new one. Name it when you ask about an
answer.

An operation with the header \`Idempotency-Key\` can be **repeated** after a lost response without being done twice.

Records with a \`version\` refuse a change that names another version with 409 and both versions. A \`GET\` of JSON answers with an
\`ETag\`; with \`If-None-Match\` it answers 304 while nothing has changed.`,
	},
	{
		id: "paging",
		title: "Lists and changes since",
		text: `
Every list comes in pages: \`page\` counts from 0 and \`size\` is at most 100 unless the operation says otherwise. The response has the
rows in \`data\`, their number on all pages in \`resultTotal\`, and in \`next\` the path of the next page, which is null on the last one.

\`GET /candidates\` without an application lists all applicants that the caller may see. To keep a copy **in step**, ask for those
that changed: begin with the moment of the last full copy, follow \`next\` to the end, and keep the last \`nextCursor\`. The next time send
it as \`after\`. Changes are numbered as they are committed, so none is missed, whatever is written while you read.

    curl 'https://portal.example/api/candidates?updatedSince=2026-11-23T00:00:00Z&size=100' -H 'authorization: Bearer …'
    curl 'https://portal.example/api/candidates?updatedSince=2026-11-23T00:00:00Z&size=100&after=179540000000000' \\
      -H 'authorization: Bearer …'`,
	},
	{
		id: "errors",
		title: "Errors",
		text: `
Failures are problem details (RFC 9457, \`application/problem+json\`). Their \`code\` does not change and each operation names those it
can answer; \`fields\` holds the messages for the fields at fault, \`details\` what else is known, and \`requestId\` is to be named when
asking for help.

    {"type":"/api/docs#problem-not_found","title":"Not Found","status":404,"detail":"Not Found","error":"Not Found",
     "code":"not_found","requestId":"2f1c7c1e-6f0e-4a57-9d55-0c9a5b0f4a11"}

401 means that the key or token is not valid, 403 that it lacks the privilege. After 429 and 503 wait as long as \`Retry-After\` says; the
same request may then succeed. Any other 4xx stays the same until the request changes.`,
	},
	{
		id: "receiving-webhooks",
		title: "Receiving webhooks",
		text: `
A webhook posts each event that you have chosen to an address of yours, within seconds. Create one in the portal under "Webhooks" or
with \`POST /webhooks\`. The body names the event, what it is about and who did it:

    {"id":"7d1f…","type":"applicants.stage_changed","occurredAt":"2026-11-23T08:00:00.000Z","organisationId":"crestfield",
     "actor":{"id":"hauwa-bello","name":"Hauwa Bello"},
     "data":{"applicationId":"undergraduate-2026","applicantIds":["adaeze-okafor-2026"],"stageName":"Shortlisted"}}

It is **signed** as Standard Webhooks has it: \`webhook-id\` is the event's id, \`webhook-timestamp\` the seconds since 1970, and
\`webhook-signature\` is \`v1,\` and the base64 of the HMAC-SHA256 over \`id.timestamp.body\` with the raw body. The key is the base64 that
follows \`whsec_\` in the secret. Check it before you read the body, and refuse timestamps older than five minutes:

    expected = base64(hmac_sha256(base64_decode(secret minus "whsec_"), id + "." + timestamp + "." + body))

Answer with 2xx within ten seconds; do the work afterwards. Anything else, a redirect too, is **tried again** after 30 seconds, 2 and
10 minutes, 1, 4, 12 and 12 hours, later if \`Retry-After\` asks for it. An event may arrive twice and out of order: \`webhook-id\` tells
which you have seen. A webhook that has failed for three days is switched off, and the portal says so. What was sent and answered is
listed for 30 days, and can be sent again.`,
	},
];
