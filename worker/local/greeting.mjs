/** What a person sees once the portal is up: where to go, and as whom. */
export const greeting = (url, accounts) => {
	const organisations = [...new Set(accounts.map(({ organisation }) => organisation))];
	const sections = organisations.map((organisation) => {
		const own = accounts.filter((account) => account.organisation === organisation);
		return [`${url}/${organisation}`, ...columns(own.map(({ email, password, role }) => [email, password, role]))];
	});
	const body = sections.length > 0 ? sections.flatMap((section) => ["", ...section]) : ["", url];
	return box(["Matricula is ready.", ...body, "", "Ctrl-C stops it. The data stays in .wrangler/state."]);
};

const columns = (rows) => {
	const widths = rows.reduce((all, row) => row.map((cell, i) => Math.max(all[i] ?? 0, cell.length)), []);
	return rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i])).join("  ")}`.trimEnd());
};

const box = (lines) => {
	const width = Math.max(...lines.map((line) => line.length));
	const edge = "─".repeat(width + 4);
	return ["", `╭${edge}╮`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `╰${edge}╯`, ""].join("\n");
};
