import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { FileSpreadsheet } from "lucide-react";
import type { ReactNode } from "react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { formatCount, formatNumber } from "#app/format/numbers";
import { PreviewList } from "#app/list/bulk/preview-list";
import { SensitiveAnswers } from "#app/list/bulk/sensitive-answers";
import { listSearch, readListAddress, withSelected } from "#app/list/list-address";
import { useCarried } from "#app/list/use-selection";
import { beginExport, loadExport } from "#app/routes/exports/export-candidates.server";
import { ExportColumns } from "#app/routes/exports/export-columns";
import { type ExportMode, readExport } from "#app/routes/exports/export-form";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { TextLink } from "#app/ui/text-link";
import { useFocusOn } from "#app/ui/use-focus-on";
import type { ExportFormat } from "#worker/services/exports/contract";

export const meta = titledOver("Export");

export const loader = (args: LoaderFunctionArgs) => loadExport(args);

export const action = (args: ActionFunctionArgs) => beginExport(args);

export const clientAction = keepPage<typeof action>(({ problem: { error }, form }) => {
	const { idempotencyKey: _key, ...typed } = readExport(form);
	return { typed, error, columns: null };
});

export const { handle, shouldRevalidate } = shows({ applicants: true });

const formId = "export";

/** Export (§7 POST /candidate-export): applicants, columns and file type. */
const ExportCandidates = () => {
	const { ids, who, columns, chosen, format, initial, preview, applicationId, idempotencyKey, mayReport, mayReveal } =
		useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const isAwaiting = useIsAwaiting();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const carried = useCarried(ids);
	const typed = answer?.typed;
	const refusal = useFocusOn(answer?.error ? answer : undefined);
	return (
		<Dialog
			title="Export"
			description="The file is made in the background. You will be notified when it is ready."
			closeTo={pathname.replace(/\/export$/, "") + withSelected(listSearch(readListAddress(params)), carried)}
			width={720}
			footer={
				<>
					{mayReport && (
						<TextLink
							to={pathname.replace(/\/export$/, "/report") + listSearch(readListAddress(params))}
							className="mr-auto"
						>
							Report of the application
						</TextLink>
					)}
					<Button form={formId} variant="primary" icon={FileSpreadsheet} pending={isAwaiting}>
						Export
					</Button>
				</>
			}
		>
			<SignedInForm method="post" id={formId} className="grid gap-5">
				<input type="hidden" name="applicationId" value={applicationId} />
				<input type="hidden" name="idempotencyKey" value={useKeptKey(idempotencyKey, answer)} />
				{ids.map((id) => (
					<input key={id} type="hidden" name="id" value={id} />
				))}
				{answer?.error && (
					<div ref={refusal} tabIndex={-1} className="rounded-md outline-none">
						<Callout tone="danger" role="alert">
							{answer.error}
						</Callout>
					</div>
				)}
				<ExportWho choices={who} chosen={typed?.who ?? initial} />
				{preview.notFound > 0 && (
					<Callout tone="warning">
						{formatCount(preview.notFound, "of the selected is", "of the selected are")} no longer there.
					</Callout>
				)}
				<PreviewList rows={preview.rows} total={preview.total} kind="export" address={params} />
				<ExportFormatField chosen={typed?.format ?? format} />
				{columns.some(({ isSensitive }) => isSensitive) && (
					<SensitiveAnswers mayReveal={mayReveal} isClear={typed?.isClear ?? false} />
				)}
				<ExportColumns columns={columns} chosen={typed?.columns ?? chosen} errors={answer?.columns} />
			</SignedInForm>
		</Dialog>
	);
};
export default ExportCandidates;

interface ExportWhoProps {
	choices: readonly { mode: ExportMode; label: string; count: number; isExact: boolean }[];
	chosen: ExportMode;
}

const ExportWho = ({ choices, chosen }: ExportWhoProps) => (
	<fieldset className="grid gap-1.5">
		<legend className="mb-1.5 font-medium">Applicants</legend>
		{choices.map(({ mode, label, count, isExact }) => (
			<Choice key={mode} name="who" value={mode} isChosen={mode === chosen}>
				{label}{" "}
				<span className="tabular-nums">
					({formatNumber(count)}
					{!isExact && "+"})
				</span>
			</Choice>
		))}
	</fieldset>
);

const ExportFormatField = ({ chosen }: { chosen: ExportFormat }) => (
	<fieldset className="grid gap-1.5">
		<legend className="mb-1.5 font-medium">File</legend>
		<Choice name="format" value="xlsx" isChosen={chosen === "xlsx"}>
			Excel (.xlsx)
		</Choice>
		<Choice name="format" value="csv" isChosen={chosen === "csv"}>
			CSV, for other programs
		</Choice>
	</fieldset>
);

interface ChoiceProps {
	name: string;
	value: string;
	isChosen: boolean;
	children: ReactNode;
}

const Choice = ({ name, value, isChosen, children }: ChoiceProps) => (
	<label className="flex min-h-6 min-w-0 items-start gap-2">
		<input
			type="radio"
			name={name}
			value={value}
			defaultChecked={isChosen}
			className="mt-0.75 size-3.5 shrink-0 accent-accent"
		/>
		<span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
	</label>
);

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
