/**
 * Books at the stand-ins what the demo's exceptions are about, so that the platforms say what the exceptions say.
 * @param {import("node:sqlite").DatabaseSync} database
 * @param {(method: string, path: string, body?: object) => Promise<{ reference: string }[]>} call
 */
export const bookExceptions = async (database, organisationId, call) => {
	const known = new Set((await call("GET", "/books")).map(({ reference }) => reference));
	const open = database
		.prepare(
			`SELECT exception.kind, exception.reference, exception.platform, exception.amount, exception.currency,
				payment.amount + payment.gateway_charge AS asked, payment.currency AS askedCurrency, payment.created_at AS startedAt
			FROM payment_exceptions AS exception LEFT JOIN transactions AS payment
				ON payment.organisation_id = exception.organisation_id AND payment.id = exception.transaction_id
			WHERE exception.organisation_id = ? AND exception.resolved_at IS NULL`,
		)
		.all(organisationId);
	const rows = open.flatMap(({ kind, reference, platform, ...paid }) => {
		const amount = kind === "unknown_reference" ? 2_500_000 : (paid.amount ?? paid.asked);
		const currency = paid.currency ?? paid.askedCurrency ?? "NGN";
		const status = kind === "reversed_after_admission" ? "reversed" : "success";
		if (known.has(reference)) return [];
		return [{ platform, reference, amount, currency, status, startedAt: paid.startedAt ?? Date.now() - 86_400_000 }];
	});
	if (rows.length > 0) await call("POST", "/books", rows);
};
