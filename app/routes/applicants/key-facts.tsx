import type { ReadSection } from "#worker/contract/forms/form-reading";

interface KeyFact {
	label: string;
	value: string;
}

interface Record {
	referees: readonly { status: string }[];
	attachmentCount: number;
	accountEmail: string;
}

/** Returns what a decision is read from first: score, credits, references, attachments, and where mail goes. */
export const keyFactsOf = (
	sections: readonly ReadSection[],
	{ referees, attachmentCount, accountEmail }: Record,
): KeyFact[] => {
	const fields = sections.flatMap(({ rows }) => rows.flatMap((row) => (row.isPair ? [] : row.fields)));
	const score = fields.find(({ kind, label }) => kind === "text" && /\bscore\b/i.test(label));
	const sittings = fields.flatMap((field) => (field.kind === "results" ? field.value : []));
	const received = referees.filter(({ status }) => status === "submitted").length;
	return [
		...(score?.kind === "text" ? [{ label: score.label, value: score.value }] : []),
		...(sittings.length > 0 ? [{ label: "Credits", value: sittings.map(({ credits }) => credits).join(" + ") }] : []),
		...(referees.length > 0 ? [{ label: "References", value: `${received} of ${referees.length}` }] : []),
		{ label: "Attachments", value: String(attachmentCount) },
		{ label: "Email goes to", value: accountEmail },
	];
};

export const KeyFacts = ({ facts }: { facts: readonly KeyFact[] }) => (
	<dl
		aria-label="Key facts"
		className="mb-5 flex flex-wrap gap-x-7 gap-y-2.5 rounded-lg border border-line bg-bg px-4 py-2.5"
	>
		{facts.map(({ label, value }) => (
			<div key={label} className="min-w-0">
				<dt className="text-sm text-text-3">{label}</dt>
				<dd className="font-medium tabular-nums [overflow-wrap:anywhere]">{value}</dd>
			</div>
		))}
	</dl>
);
