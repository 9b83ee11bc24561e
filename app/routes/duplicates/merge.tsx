import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { formatDateTime } from "#app/format/dates";
import { inWords } from "#app/format/in-words";
import { belongingsInWords } from "#app/routes/duplicates/belongings";
import { answerUndo, loadMerge } from "#app/routes/duplicates/load-merge.server";
import { TakenTable } from "#app/routes/duplicates/taken-table";
import { UndoMerge } from "#app/routes/duplicates/undo-merge";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { WarningMark } from "#app/ui/marks";
import { PageHeader } from "#app/ui/page/page-header";
import { TextLink } from "#app/ui/text-link";
import { problemToast } from "#worker/contract/screen-problems";

export const meta: MetaFunction = () => [{ title: "Merge · Matricula" }];

export const loader = async (args: LoaderFunctionArgs) => json(await loadMerge(args));

export const action = (args: ActionFunctionArgs) => answerUndo(args);

export const clientAction = keepPage<typeof action>(({ problem }) => ({
	toast: { id: crypto.randomUUID(), kind: "error", message: problemToast(problem) },
}));

export const { handle, shouldRevalidate } = shows<typeof loader>({
	applicant: ({ data }) => [data.merge.keptId, data.merge.mergedId],
});

/** What was merged into whom, what came of it, and the way back. */
const Merge = () => {
	const { merge, orgName, mayUndo } = useLoaderData<typeof loader>();
	const refusal = useActionData<typeof action>()?.toast.message;
	const { organisation } = useShell();
	const { keptId, keptName, keptNumber, mergedId, mergedName, mergedNumber, undone, comment } = merge;
	const at = (instant: number) => formatDateTime(instant, organisation.timeZone);
	return (
		<div className="mx-auto grid max-w-4xl grid-cols-1 gap-4">
			<PageHeader
				title={`${mergedName} merged into ${keptName}`}
				description={`By ${merge.by}, ${at(merge.createdAt)}`}
			/>
			{refusal && (
				<Callout tone="danger" icon={WarningMark} role="alert">
					{refusal}
				</Callout>
			)}
			{undone && (
				<Callout tone="warning">
					{undone.by} undid this merge on {at(undone.at)}.
					{undone.kept.length > 0 && ` Changed since, and left with ${keptNumber}: ${inWords(undone.kept)}.`}
				</Callout>
			)}
			<Card className="px-4 py-2 max-sm:px-3">
				<DescriptionList columns={1}>
					<DescriptionItem label="Kept">
						<TextLink to={`/${orgName}/applicants/${keptId}`}>{keptName}</TextLink> · {keptNumber}
					</DescriptionItem>
					<DescriptionItem label="Merged">
						{undone ? <TextLink to={`/${orgName}/applicants/${mergedId}`}>{mergedName}</TextLink> : mergedName} ·{" "}
						{mergedNumber}
					</DescriptionItem>
					<DescriptionItem label="Went over">{belongingsInWords(merge.moved) || "Nothing"}</DescriptionItem>
					<DescriptionItem label="Comment">
						{comment && <span className="whitespace-pre-line">{comment}</span>}
					</DescriptionItem>
				</DescriptionList>
			</Card>
			<TakenTable taken={merge.taken} keptNumber={keptNumber} mergedNumber={mergedNumber} />
			{!undone && <UndoMerge merge={merge} mayUndo={mayUndo} />}
		</div>
	);
};
export default Merge;

export const ErrorBoundary = () => (
	<ProblemPage texts={{ 404: { title: "Page not Found", message: "This merge does not exist." } }} />
);
