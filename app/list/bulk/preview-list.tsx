import { formatCount, formatRange } from "#app/format/numbers";
import { previewRows } from "#app/list/bulk/chosen-rows";
import type { OutcomeKind } from "#app/list/bulk/describe-outcome";
import { OutcomeRow } from "#app/list/bulk/outcome-row";
import { TextLink } from "#app/ui/text-link";

interface PreviewListProps {
	/** The rows of the open page; empty while the list is closed. */
	rows: readonly {
		id: string;
		name: string | null;
		applicationNumber: string | null;
		outcome: string;
		reason?: string;
	}[];
	total: number;
	kind: OutcomeKind;
	/** The parameters of the dialog's address. */
	address: URLSearchParams;
}

export const PreviewList = ({ rows, total, kind, address }: PreviewListProps) => {
	const page = Number(address.get("rows") ?? -1);
	const at = (index: number | undefined) => {
		const next = new URLSearchParams(address);
		if (index === undefined) next.delete("rows");
		else next.set("rows", String(index));
		return `?${next}`;
	};
	if (page < 0)
		return (
			<TextLink to={at(0)} replace preventScrollReset className="w-fit">
				{total === 1 ? "Show the applicant" : `Show all ${formatCount(total, "applicant")}`}
			</TextLink>
		);
	return (
		<section aria-label="Each of them" className="grid gap-1 rounded-md border border-line px-3 py-2">
			<ul className="max-h-60 divide-y divide-line overflow-y-auto">
				{rows.map((row) => (
					<OutcomeRow key={row.id} row={row} kind={kind} />
				))}
			</ul>
			<p className="flex flex-wrap gap-4">
				<span className="text-text-2 tabular-nums">{formatRange({ page, size: previewRows, total })}</span>
				{page > 0 && (
					<TextLink to={at(page - 1)} replace preventScrollReset>
						Previous
					</TextLink>
				)}
				{(page + 1) * previewRows < total && (
					<TextLink to={at(page + 1)} replace preventScrollReset>
						Next
					</TextLink>
				)}
				<TextLink to={at(undefined)} replace preventScrollReset>
					Close
				</TextLink>
			</p>
		</section>
	);
};
