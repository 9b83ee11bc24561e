import { Users } from "lucide-react";
import { formatNumber } from "#app/format/numbers";
import { describeOutcome } from "#app/list/bulk/describe-outcome";
import { OutcomeRow } from "#app/list/bulk/outcome-row";
import type { ReleasePreview } from "#app/routes/stage-changes/releases/release-facts";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { SignedInForm } from "#app/ui/form/form";
import { EmptyState } from "#app/ui/page/empty-state";
import { Pagination, type PaginationProps } from "#app/ui/page/pagination";
import { ProgressBar } from "#app/ui/page/progress-bar";
import { Tabs } from "#app/ui/page/tabs";
import type { BulkRow } from "#worker/contract/bulk";
import type { Release } from "#worker/services/stage-changes/release.contract";

interface ReleaseRowsProps {
	release: Release;
	preview: ReleasePreview | null;
	/** Its stage change among the batches; null before it begins, and when its results are no longer kept. */
	batch: {
		counts: Record<string, number>;
		task: { status: string; done: number; total: number; reason: string | null } | null;
		outcome: string | null;
	} | null;
	rows: readonly BulkRow[];
	pages: PaginationProps;
	here: string;
	portal: string;
	idempotencyKey: string;
	/** The page of its results, where it is undone and tried again; null before it begins. */
	results: string | null;
}

/** The applicants of a release: the locked ones first, and after it the result of each. */
export const ReleaseRows = (props: ReleaseRowsProps) => {
	const { release, preview, batch, rows, pages, here, portal, idempotencyKey, results } = props;
	if (results !== null && batch === null)
		return <Callout tone="info">Its results are no longer kept. The activity log of each applicant has them.</Callout>;
	const mayRemove = release.state === "prepared" && (preview?.total ?? 0) > 1;
	return (
		<>
			{batch?.task && results && <Progress task={batch.task} />}
			<Card>
				<div className="flex flex-wrap items-center justify-between gap-2 border-line border-b px-4 py-2">
					<h2 className="font-semibold">{results ? "Results" : "Applicants"}</h2>
					{results && (
						<LinkButton to={results} size="small">
							Try again or undo
						</LinkButton>
					)}
				</div>
				{batch && (
					<Tabs
						label="Outcomes"
						className="px-2 pt-1"
						tabs={[
							{ to: here, label: "All", count: release.total, current: batch.outcome === null },
							...Object.entries(batch.counts).map(([name, count]) => ({
								to: `${here}?outcome=${name}`,
								label: describeOutcome(name, "stage").label,
								count,
								current: batch.outcome === name,
							})),
						]}
					/>
				)}
				{rows.length === 0 ? (
					<EmptyState icon={Users} title="Nobody">
						There is no applicant to list here.
					</EmptyState>
				) : (
					<>
						<ul className="divide-y divide-line px-4">
							{rows.map((row) => (
								<OutcomeRow
									key={row.id}
									row={row}
									kind={results ? "stage" : "release"}
									to={`${portal}/applicants/${row.id}`}
								>
									{mayRemove && (
										<SignedInForm method="post" preventScrollReset>
											<input type="hidden" name="version" value={release.version} />
											<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
											<Button
												variant="ghost"
												size="small"
												name="remove"
												value={row.id}
												aria-label={`Remove ${row.name ?? "the applicant"} from the release`}
											>
												Remove
											</Button>
										</SignedInForm>
									)}
								</OutcomeRow>
							))}
						</ul>
						<Pagination {...pages} />
					</>
				)}
			</Card>
		</>
	);
};

/** How far its stage change is, or why it stopped. */
const Progress = ({
	task: { status, done, total, reason },
}: {
	task: NonNullable<NonNullable<ReleaseRowsProps["batch"]>["task"]>;
}) => {
	if (status === "SUCCESS") return null;
	if (status === "FAILED")
		return (
			<Callout tone="danger" role="alert">
				It stopped at {formatNumber(done)} of {formatNumber(total)}. {reason}
			</Callout>
		);
	return (
		<div role="status">
			<p className="tabular-nums">
				Being moved: {formatNumber(done)} of {formatNumber(total)}
			</p>
			<ProgressBar done={done} total={Math.max(1, total)} />
			<noscript>
				<meta httpEquiv="refresh" content="5" />
			</noscript>
		</div>
	);
};
