import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Undo2 } from "lucide-react";
import { useMemo } from "react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { belongingsInWords } from "#app/routes/duplicates/belongings";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { SignedInForm } from "#app/ui/form/form";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { iconProps } from "#app/ui/icon";
import { WarningMark } from "#app/ui/marks";
import { PageHeader } from "#app/ui/page/page-header";
import { TextLink } from "#app/ui/text-link";
import type { ToastMessage } from "#app/ui/toast/toast";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { problemToast } from "#worker/contract/screen-problems";
import { formatDateTime } from "#worker/contract/text/dates";
import { missing } from "#worker/contract/text/missing";
import { getMerge, undoMerge } from "#worker/services/duplicates/contract";

export const meta = titled("Merge");

export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, getMerge);
	const params = { id: args.params.mergeId ?? "" };
	const merge = orThrow(await args.context.api.call(getMerge, { params }));
	return json({ merge, orgName, mayUndo: mayCall(user, undoMerge) });
};

/** Undoes a merge and opens the record that was merged, or says why it cannot be undone. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, undoMerge);
	await readSignedInForm(args.request, args.context);
	const { mergeId = "" } = args.params;
	const settles = `/${orgName}/merges/${mergeId}`;
	const undone = await args.context.api.call(undoMerge, { params: { id: mergeId } });
	if (!undone.ok) {
		if (undone.problem.status === 404) orThrow(undone);
		const message = problemToast(undone.problem);
		const toast: ToastMessage = { id: crypto.randomUUID(), kind: "error", message, settles };
		return json({ toast }, { status: httpStatus(undone.problem) });
	}
	const { sourceId, sourceName } = undone.value;
	args.context.session.flash({
		kind: "success",
		message: `Merge undone: ${sourceName} is a separate record again`,
		settles,
	});
	return redirect(`/${orgName}/applicants/${sourceId}`);
};

export const clientAction = keepPage<typeof action>(({ problem }) => ({
	toast: { id: crypto.randomUUID(), kind: "error", message: problemToast(problem) },
}));

export const { handle, shouldRevalidate } = shows<typeof loader>({
	applicant: ({ data }) => [data.merge.targetId, data.merge.sourceId],
});

const Merge = () => {
	const { merge, orgName, mayUndo } = useLoaderData<typeof loader>();
	const refusal = useKeptAnswer<typeof action>()?.toast.message;
	const { organisation } = useShell();
	const { targetId, targetName, targetNumber, sourceId, sourceName, sourceNumber, undone, comment } = merge;
	const at = (instant: number) => formatDateTime(instant, organisation.timeZone);
	return (
		<div className="grid max-w-5xl grid-cols-1 gap-4">
			<PageHeader
				back={{ to: `/${orgName}/applicants/${targetId}`, label: targetName }}
				title={`${sourceName} merged into ${targetName}`}
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
				</Callout>
			)}
			<Card className="px-4 py-2 max-sm:px-3">
				<DescriptionList columns={1}>
					<DescriptionItem label="Kept record">
						<TextLink to={`/${orgName}/applicants/${targetId}`}>{targetName}</TextLink> · {targetNumber}
					</DescriptionItem>
					<DescriptionItem label="Merged record">
						{undone ? <TextLink to={`/${orgName}/applicants/${sourceId}`}>{sourceName}</TextLink> : sourceName} ·{" "}
						{sourceNumber}
					</DescriptionItem>
					<DescriptionItem label="Moved to the kept record">
						{belongingsInWords(merge.moved) || "Nothing"}
					</DescriptionItem>
					<DescriptionItem label="Comment">
						{comment && <span className="whitespace-pre-line">{comment}</span>}
					</DescriptionItem>
				</DescriptionList>
			</Card>
			<Card className="px-4 py-2 max-sm:px-3">
				<h2 className="pt-1 text-base font-medium">Fields taken from {sourceNumber}</h2>
				{merge.fields.length === 0 ? (
					<p className="py-2 text-text-2">None. {targetNumber} kept its own values.</p>
				) : (
					<DescriptionList columns={1}>
						{merge.fields.map(({ id, label, before, after }) => (
							<DescriptionItem key={id} label={label} previous={before ?? missing}>
								{after}
							</DescriptionItem>
						))}
					</DescriptionList>
				)}
			</Card>
			{!undone && <UndoMerge merge={merge} mayUndo={mayUndo} />}
		</div>
	);
};
export default Merge;

export const ErrorBoundary = () => (
	<ProblemPage texts={{ 404: { title: "Page not Found", message: "This merge does not exist." } }} />
);

interface UndoMergeProps {
	merge: EndpointResponse<typeof getMerge>;
	mayUndo: boolean;
}

const panelId = "undo-merge";

/** Asks for confirmation before a merge is undone, or says why it cannot be. */
const UndoMerge = ({ merge, mayUndo }: UndoMergeProps) => {
	const { sourceName, sourceNumber, targetNumber, cannotUndo } = merge;
	const isAwaiting = useIsAwaiting();
	useUndoCommand(mayUndo, cannotUndo);
	if (cannotUndo) return <Callout>{cannotUndo}</Callout>;
	if (!mayUndo) return null;
	return (
		<details id={panelId} className="group/undo">
			<summary
				className={buttonClass({
					className: "w-fit cursor-pointer list-none group-open/undo:mb-3 [&::-webkit-details-marker]:hidden",
				})}
			>
				<Undo2 {...iconProps} />
				Undo this merge
			</summary>
			<Card className="grid grid-cols-1 gap-3 p-4 max-sm:p-3">
				<h2 className="text-base font-medium">Undo this merge?</h2>
				<p>
					{sourceName} ({sourceNumber}) becomes a separate record again, and both records are as they were before the
					merge. Everything that moved to {targetNumber} moves back.
				</p>
				<SignedInForm method="post">
					<Button variant="danger" pending={isAwaiting}>
						Undo the merge of {sourceNumber}
					</Button>
				</SignedInForm>
			</Card>
		</details>
	);
};

const useUndoCommand = (mayUndo: boolean, cannotUndo: string | null): void => {
	const commands = useMemo<Command[]>(
		() =>
			mayUndo
				? [
						{
							id: "undo-this-merge",
							title: "Undo this merge…",
							group: "Undo",
							icon: Undo2,
							keywords: "split two applicants",
							disabled: cannotUndo ?? undefined,
							run: () => {
								const panel = document.getElementById(panelId);
								if (!(panel instanceof HTMLDetailsElement)) return;
								panel.open = true;
								panel.querySelector<HTMLElement>("form button")?.focus();
							},
						},
					]
				: [],
		[mayUndo, cannotUndo],
	);
	useCommands(commands);
};
