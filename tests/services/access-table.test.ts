import { expect, test } from "vitest";
import { servedEndpoints } from "#worker/http/serve";
import { createServices } from "#worker/services/app";

/**
 * The users who may call each endpoint (§6), written by hand and not generated from the contracts: a change of an
 * access needs a change here too. A resource alone stands for any privilege on it.
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
		"GET /ums/me/preferences",
		"PATCH /notifications/:id",
		"PATCH /ums/me/preferences",
		"POST /notifications/read",
		"POST /notifications/seen",
		"POST /notifications/socket-ticket",
		"POST /tasks/:id/retry",
		"POST /ums/logout",
	],
	candidate: [
		"DELETE /candidate-views/:id",
		"GET /candidate-export/columns",
		"GET /candidate-info/:id/record",
		"GET /candidate-views",
		"GET /candidates",
		"GET /candidates/:id",
		"GET /candidates/:id/changes",
		"GET /candidates/:id/duplicates",
		"GET /candidates/:id/form.pdf",
		"GET /candidates/:id/letters",
		"GET /candidates/:id/letters/:letterId",
		"GET /candidates/:id/log",
		"GET /candidates/:id/neighbours",
		"GET /candidates/:id/photo",
		"GET /candidates/:id/printable-form",
		"GET /candidates/:id/referees",
		"GET /duplicates",
		"GET /duplicates/comparison",
		"GET /duplicates/merges/:id",
		"GET /forms/:id",
		"GET /forms/:id/attachments/:attachmentId",
		"GET /search",
		"GET /statistics/candidate-needs",
		"GET /statistics/candidate-stages",
		"PATCH /candidate-views/:id",
		"POST /candidate-views",
		"POST /candidate-export",
		"POST /candidates/forms",
		"POST /candidates/selection-preview",
	],
	"candidate:u": [
		"DELETE /forms/:id/draft",
		"GET /batches",
		"GET /batches/:id",
		"GET /batches/:id/rows",
		"GET /candidates/:id/letter-preview",
		"GET /forms/:id/draft",
		"GET /batches/undoable",
		"PATCH /candidates",
		"PATCH /candidates/:id",
		"PATCH /candidates/assignments",
		"POST /batches/:id/retry",
		"POST /candidates/:id/letters",
		"POST /candidates/:id/notes",
		"POST /candidates/assignment-preview",
		"POST /candidates/letters",
		"POST /candidates/letters-preview",
		"POST /candidates/referees/notify",
		"POST /candidates/stage-preview",
		"POST /duplicates/dismissals",
		"POST /duplicates/merges",
		"POST /duplicates/merges/:id/undo",
		"POST /batches/:id/undo",
		"PUT /candidates/:id/identity",
		"PUT /forms/:id",
		"PUT /forms/:id/draft",
	],
	"application candidate": [
		"GET /applications",
		"GET /applications/:id",
		"GET /applications/:id/admin-level-items",
		"GET /applications/default",
	],
	"application candidate candigroup": ["GET /applications/search"],
	"candidate payments:r": [
		"GET /candidates/:id/transactions",
		"GET /candidates/:id/transactions/:transactionId/receipt",
	],
	candigroup: [
		"GET /candidate-groups",
		"GET /candidate-groups/:id",
		"GET /candidate-groups/:id/candidates",
		"GET /candidate-groups/:id/imports",
		"GET /candidate-groups/:id/imports/:importId",
		"GET /candidate-groups/:id/imports/:importId/failed-rows",
		"GET /candidate-groups/:id/imports/:importId/rows",
	],
	"candigroup:c": ["POST /candidate-groups"],
	"candigroup:u": [
		"DELETE /candidate-groups/:id/imports/:importId",
		"POST /candidate-groups/:id/imports",
		"POST /candidate-groups/:id/imports/:importId/add",
		"POST /candidate-groups/:id/imports/:importId/undo",
		"PUT /candidate-groups/:id",
		"PUT /candidate-groups/:id/imports/:importId/columns",
	],
	"candigroup:d": ["DELETE /candidate-groups/:id"],
	"statistics candigroup": ["GET /statistics/preloaded-candidates"],
	"application forms": ["GET /applications/forms"],
	"course application candidate": ["GET /courses", "GET /courses/:id", "GET /courses/admin-level-item/:id"],
	"adminlevel levelitem course candidate": ["GET /administration-level-items", "GET /administration-levels"],
	"templates candidate": ["GET /workflow", "GET /workflow/:id"],
	"templates candidate:u": ["GET /reasons"],
	"templates appreport candidate:u": ["GET /statistics/reasons"],
	"templates:c": ["POST /reasons"],
	"templates:u": ["PUT /reasons/:id"],
	"templates:d": ["DELETE /reasons/:id"],
	appreport: ["POST /application-reports/download", "POST /application-reports/send"],
	"templates candidate:u candiemail:c": ["GET /templates", "GET /templates/:id"],
	"candidate candiemail": [
		"GET /email/candidates/:id",
		"GET /email/candidates/:id/attachments/:attachmentId",
		"GET /mailings",
		"GET /mailings/:id",
		"GET /mailings/:id/page",
		"GET /mailings/:id/rows",
	],
	candiemail: ["GET /outbox/mails", "GET /outbox/mails/:id", "GET /outbox/mails/:id/page"],
	"candiemail:c": [
		"POST /candidates/notify",
		"POST /candidates/notify-preview",
		"POST /email/candidates",
		"POST /email/candidates/:id/resend",
		"POST /email/candidates/preview",
	],
	"organisation:u": ["PUT /organisation"],
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

test("every endpoint is open to exactly the users that the table names", () => {
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
