import { expect, test } from "vitest";
import { servedEndpoints } from "#worker/http/serve";
import { createServices } from "#worker/services/app";

/**
 * Who may call what (§6), written down by hand and not made from the contracts: whoever changes an access changes it
 * here too. A resource alone stands for any privilege on it.
 */
const table: Record<string, readonly string[]> = {
	anybody: [
		"GET /candidate-info/:id",
		"GET /candidate-info/:id/photo",
		"GET /organisation/:id",
		"GET /organisation/:id/logo",
		"GET /portals",
		"GET /referee-invitations/:token",
		"POST /auth/products/:product/organisations/:orgName/transfer",
		"POST /referee-invitations/:token",
		"POST /ums/confirm",
		"POST /ums/login",
		"POST /ums/password/reset",
		"POST /ums/password/reset-request",
		"POST /ums/token",
	],
	"signed in": [
		"DELETE /notifications/:id",
		"GET /notifications",
		"GET /organisation",
		"GET /statistics/notifications",
		"GET /tasks",
		"GET /tasks/:id",
		"GET /tasks/:id/file",
		"GET /ums/me",
		"PATCH /notifications/:id",
		"POST /notifications/read",
		"POST /notifications/seen",
		"POST /notifications/socket-ticket",
		"POST /tasks/:id/retry",
		"POST /ums/logout",
	],
	candidate: [
		"GET /candidate-info/:id/record",
		"GET /candidates",
		"GET /candidates/:id",
		"GET /candidates/:id/changes",
		"GET /candidates/:id/form.pdf",
		"GET /candidates/:id/letters",
		"GET /candidates/:id/letters/:letterId",
		"GET /candidates/:id/log",
		"GET /candidates/:id/neighbours",
		"GET /candidates/:id/photo",
		"GET /candidates/:id/printable-form",
		"GET /candidates/:id/referees",
		"GET /candidates/:id/transactions",
		"GET /candidates/:id/transactions/:transactionId/receipt",
		"GET /forms/:id",
		"GET /forms/:id/attachments/:attachmentId",
		"GET /search",
		"GET /statistics/candidate-stages",
		"POST /candidates/forms",
	],
	"candidate:u": [
		"DELETE /forms/:id/draft",
		"GET /candidates/:id/letter-preview",
		"GET /forms/:id/draft",
		"PATCH /candidates",
		"PATCH /candidates/:id",
		"PATCH /candidates/details",
		"POST /candidates/:id/letters",
		"POST /candidates/details-preview",
		"POST /candidates/referees/notify",
		"POST /candidates/stage-preview",
		"PUT /forms/:id",
		"PUT /forms/:id/draft",
	],
	"application candidate": [
		"GET /applications",
		"GET /applications/:id",
		"GET /applications/:id/admin-level-items",
		"GET /applications/default",
		"GET /applications/search",
	],
	"application forms": ["GET /applications/forms"],
	"course application candidate": ["GET /courses", "GET /courses/:id", "GET /courses/admin-level-item/:id"],
	"adminlevel levelitem course candidate": ["GET /administration-level-items", "GET /administration-levels"],
	"templates candidate": ["GET /workflow", "GET /workflow/:id"],
	"templates candidate:u candiemail:c": ["GET /templates", "GET /templates/:id"],
	"candidate candiemail": ["GET /email/candidates/:id", "GET /email/candidates/:id/attachments/:attachmentId"],
	candiemail: ["GET /outbox/mails", "GET /outbox/mails/:id", "GET /outbox/mails/:id/page", "GET /outbox/texts"],
	"candiemail:c": ["POST /email/candidates", "POST /email/candidates/:id/resend", "POST /email/candidates/preview"],
	"organisation candidate": ["GET /locations"],
	"users roles": ["GET /ums/privileges", "GET /ums/roles", "GET /ums/statistics/users", "GET /ums/users"],
	roles: ["GET /ums/roles/:id"],
	"roles:c": ["POST /ums/roles"],
	"roles:u": ["PUT /ums/roles/:id"],
	"roles:d": ["DELETE /ums/roles/:id"],
};

const privilegesOf = (who: string): string[] =>
	who
		.split(" ")
		.flatMap((one) => (one.includes(":") ? [one] : ["c", "r", "u", "d"].map((action) => `${one}:${action}`)))
		.sort();

test("every endpoint is open to those of the table and to nobody else", () => {
	createServices();
	const declared = Object.fromEntries(
		servedEndpoints().map(({ method, path, access }) => [
			`${method} ${path}`,
			typeof access === "string" ? access : [...access].sort(),
		]),
	);
	const names: Record<string, string> = { anybody: "public", "signed in": "signed-in" };
	const written = Object.fromEntries(
		Object.entries(table).flatMap(([who, calls]) => calls.map((call) => [call, names[who] ?? privilegesOf(who)])),
	);
	expect(declared).toEqual(written);
});
