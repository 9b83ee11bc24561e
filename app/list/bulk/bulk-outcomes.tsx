import { useOutletContext } from "@remix-run/react";
import { useEffect, useState } from "react";
import { formatCount } from "#app/format/numbers";
import type { OutcomeKind } from "#app/list/bulk/describe-outcome";
import { OutcomeRow } from "#app/list/bulk/outcome-row";
import type { Selection } from "#app/list/selection";
import { LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { showToast, type ToastMessage } from "#app/ui/toast/toast";
import { ToastForm } from "#app/ui/toast/toast-form";
import { ToastText } from "#app/ui/toast/toast-text";
import { useHydrated } from "#app/ui/use-hydrated";
import type { BulkRow } from "#worker/contract/bulk";

const verbs: Partial<Record<OutcomeKind, string>> = { stage: "moved", reviewer: "assigned" };

interface BulkOutcomesProps {
	name: string;
	changed: number;
	outcomes: readonly BulkRow[];
	summary: string;
	kind: OutcomeKind;
	closeTo: string;
	toast?: ToastMessage | undefined;
	/** The dialog's address, from which conflicts are tried again. */
	dialogUrl: string;
}

/** Shows the outcome of each row; rows that somebody else changed meanwhile can be tried again. */
export const BulkOutcomes = ({
	name,
	changed,
	outcomes: rows,
	summary,
	kind,
	closeTo,
	toast,
	dialogUrl,
}: BulkOutcomesProps) => {
	const again = rows.filter((row) => row.outcome === "conflict").map(({ id }) => id);
	const hydrated = useHydrated();
	const selection = useOutletContext<Selection>();
	const { replace } = selection;
	// why: rows that may be tried again stay selected, all others are done.
	useEffect(() => {
		replace(rows.filter((row) => row.outcome === "conflict").map(({ id }) => id));
	}, [rows, replace]);
	useEffect(() => {
		if (toast?.action) showToast(toast);
	}, [toast]);
	const unchangedFirst = [...rows].sort((a, b) => Number(a.outcome === "changed") - Number(b.outcome === "changed"));
	return (
		<Dialog
			title={`${formatCount(changed, "applicant")} ${verbs[kind] ?? "changed"} to ${name}`}
			closeTo={closeTo}
			footer={
				<>
					{again.length > 0 && <LinkButton to={retryUrl(dialogUrl, again)}>Try {again.length} again</LinkButton>}
					<LinkButton to={closeTo} variant="primary">
						Done
					</LinkButton>
				</>
			}
		>
			<Summary text={summary} />
			{/* why: with scripts the toast says it, counts down and is replaced once the change is undone. */}
			{toast?.action && !hydrated && (
				<div className="mt-2 flex items-center justify-between gap-3">
					<span>
						<ToastText {...toast} />
					</span>
					<ToastForm action={toast.action} />
				</div>
			)}
			<ul className="mt-3 divide-y divide-line">
				{unchangedFirst.map((row) => (
					<OutcomeRow key={row.id} row={row} kind={kind} />
				))}
			</ul>
		</Dialog>
	);
};

/** why: screen readers announce a change in an existing region, not a region that appears with its text. */
const Summary = ({ text }: { text: string }) => {
	const hydrated = useHydrated();
	const [said, setSaid] = useState(hydrated ? "" : text);
	useEffect(() => setSaid(text), [text]);
	return (
		<Callout role="status" tone="info">
			{said}
		</Callout>
	);
};

const retryUrl = (dialogUrl: string, ids: readonly string[]): string => {
	const [path = "", search = ""] = dialogUrl.split("?");
	const params = new URLSearchParams(search);
	params.delete("id");
	for (const id of ids) params.append("id", id);
	return `${path}?${params}`;
};
