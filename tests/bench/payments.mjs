// Payments for the rows about money: written straight into the database of a run before a server opens it, with what
// triggers keep of them written once at the end.
import { randomInt } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { prepareDemoPayments } from "../../worker/local/demo-payments-once.mjs";
import { loadCore, startProcess } from "./processes.mjs";
import "../../worker/local/resolve-typescript.mjs";

const { paymentSearchText } = await import("#worker/contract/text/search-text");
const { rebuildStatements } = await import("#worker/database/kept-sums");

const platforms = ["PAYSTACK", "REMITA", "PAYSTACK", "REMITA", "INTERSWITCH"];
const items = JSON.stringify([
	{ name: "Application form", amount: 750_000, currency: "NGN" },
	{ name: "Portal charge", amount: 100_000, currency: "NGN" },
]);
const minute = 60_000;

/**
 * Adds payments of an institution's applicants, one every minute until now.
 * @param {{ count: number, application?: string, status?: string, platform?: string }} wanted a tenth is pending, and a tenth
 * failed, unless a status is given
 * @returns their references
 */
export const addPayments = ({ file, organisation }, { count, application, status, platform }) => {
	const database = new DatabaseSync(file);
	database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -524288");
	const triggers = database
		.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'transactions'")
		.all();
	const { searchKey } = database
		.prepare("SELECT search_key AS searchKey FROM organisations WHERE id = ?")
		.get(organisation);
	const applicants = database
		.prepare(
			`SELECT id, application_id AS applicationId, course_id AS courseId, email, first_name || ' ' || last_name AS name
			FROM applicants WHERE organisation_id = ? ORDER BY seq DESC LIMIT ?`,
		)
		.all(organisation, count);
	const { last } = database.prepare("SELECT coalesce(max(seq), 0) AS last FROM transactions").get();
	const insert = database.prepare(
		`INSERT INTO transactions (seq, organisation_id, id, reference, applicant_id, application_id, course_id, email, name,
			username, rrr, amount, gateway_charge, platform, status, items, paid_amount, paid_at, paid_day, search_text,
			created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 850000, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	const references = [];
	database.exec("BEGIN");
	for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`);
	const now = Date.now();
	for (let n = 0; n < count; n++) {
		const payer = applicants[n % applicants.length];
		const seq = last + 1 + n;
		const own = platform ?? platforms[n % platforms.length];
		const state = status ?? (n % 10 === 3 ? "pending" : n % 10 === 7 ? "failed" : "success");
		const at = now - (count - n) * minute;
		const known = {
			name: payer.name,
			email: payer.email,
			username: payer.email,
			reference: newReference(seq),
			rrr: own === "REMITA" ? String(200_000_000_000 + seq * 7) : null,
		};
		const paid = state === "success" ? [850_000, at, new Date(at).toISOString().slice(0, 10)] : [null, null, null];
		insert.run(
			seq,
			organisation,
			`bench-${seq}`,
			known.reference,
			payer.id,
			application ?? payer.applicationId,
			payer.courseId,
			known.email,
			known.name,
			known.username,
			known.rrr,
			own,
			state,
			items,
			...paid,
			paymentSearchText(searchKey, known),
			at,
			at,
		);
		references.push(known.reference);
	}
	database.exec(`
		INSERT INTO transaction_search (transaction_search) VALUES ('rebuild');
		DELETE FROM transaction_counts;
		INSERT INTO transaction_counts SELECT organisation_id, application_id, coalesce(course_id, ''), platform, status, count(*)
			FROM transactions GROUP BY 1, 2, 3, 4, 5;
		DELETE FROM payment_days;
		DELETE FROM payment_day_sums;
		INSERT INTO payment_days (organisation_id, day, platform, currency, application_id, course_id, payments, amount,
				gateway_charge, fee)
			SELECT organisation_id, paid_day, platform, currency, application_id, coalesce(course_id, ''),
				count(*), sum(amount), sum(gateway_charge), sum(coalesce(fee, 0))
			FROM transactions WHERE paid_day IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6`);
	for (const statement of rebuildStatements) database.exec(statement);
	for (const { sql } of triggers) database.exec(sql);
	database.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
	database.close();
	return references;
};

/** why random letters: references are looked up all over the index. */
const newReference = (seq) =>
	`PAY-${seq.toString(36).toUpperCase().padStart(5, "0")}${randomInt(36 ** 6)
		.toString(36)
		.toUpperCase()}`;

/** Settles the demo's own pending payments, so that only those that were added are pending. */
export const settlePending = ({ file }) =>
	read(file, "UPDATE transactions SET status = 'failed', due_at = NULL WHERE status = 'pending' RETURNING id");

/** Reads rows beside the server. */
export const read = (file, question, ...values) => {
	const database = new DatabaseSync(file);
	database.exec("PRAGMA busy_timeout = 5000");
	try {
		return database.prepare(question).all(...values);
	} finally {
		database.close();
	}
};

/**
 * Serves a portal whose payments go to the stand-ins of the platforms, in a process beside the load.
 * @returns the portal; `providers.call` for the stand-ins' own interface, `providers.ask` for what they were asked
 */
export const servePaidPortal = async (bench, state, options) => {
	const providers = await startProcess("payment-providers.mjs", {}, loadCore);
	const { origin } = providers.ready;
	// why not production: there, nothing but the platforms themselves is called.
	const vars = { ENVIRONMENT: "development", PAYMENT_PROVIDERS_ORIGIN: origin };
	await prepareDemoPayments({
		persistTo: state.persistTo,
		origin: "http://localhost:9",
		providers: origin,
		secret: bench.secret,
	});
	const portal = await bench.servePortal(state, { ...options, vars });
	const call = async (method, path, body) => {
		const answer = await fetch(`${origin}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
		if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
		return answer.json();
	};
	return {
		portal,
		providers: { call, ask: () => providers.ask({}) },
		stop: async () => {
			await portal.stop();
			await providers.stop();
		},
	};
};
