import { useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { InferOutput } from "valibot";
import { isUnanswered } from "#app/api/unanswered";
import { useKeptKey } from "#app/api/use-kept-key";
import { formatCount } from "#app/format/numbers";
import { BatchOutcomes } from "#app/list/bulk/batch-outcomes";
import { BatchPreview } from "#app/list/bulk/batch-preview";
import { describeChosen } from "#app/list/bulk/batch-sentences";
import type { Chosen } from "#app/list/bulk/batch-target";
import { ChosenInputs } from "#app/list/bulk/batch-target-inputs";
import type { DetailPreview } from "#app/list/bulk/bulk.server";
import { ConfirmCount } from "#app/list/bulk/confirm-field";
import { PreviewList } from "#app/list/bulk/preview-list";
import { listSearch, readListAddress } from "#app/list/list-address";
import { useAsShown } from "#app/list/use-as-shown";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import type { Result } from "#worker/contract/result";
import type { BatchRow } from "#worker/services/applicants/batch.contract";

interface DetailBatchDialogProps {
	title: string;
	/** The dialog's own part of the address. */
	path: string;
	width?: number;
	/** The form's name of what is chosen. */
	name: "courseId" | "locationId" | "templateId";
	/** Where it is chosen, as `to`. */
	children: ReactNode;
	chosen: Chosen;
	kind: "course" | "location" | "letter";
	preview: Result<DetailPreview> | null;
	idempotencyKey: string;
	answer:
		| {
				error: string | null;
				outcome: { name: string; changed: number; outcomes: InferOutput<typeof BatchRow>[]; summary: string } | null;
		  }
		| undefined;
	submitLabel: string;
}

/** Gives a selection a course or a posting: what it would do in numbers, then what became of each. */
export const DetailBatchDialog = (props: DetailBatchDialogProps) => {
	const { title, path, width, name, preview, answer } = props;
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const navigation = useNavigation();
	const asOf = useAsShown(preview?.ok ? preview.value.asOf : undefined, answer);
	const idempotencyKey = useKeptKey(props.idempotencyKey, answer);
	const to = params.get("to") ?? "";
	const total = preview?.ok ? preview.value.total : undefined;
	const closeTo = pathname.replace(new RegExp(`/${path}$`), "") + listSearch(readListAddress(params));
	if (answer?.outcome)
		return (
			<BatchOutcomes
				title={`${formatCount(answer.outcome.changed, "applicant")} changed to ${answer.outcome.name}`}
				summary={answer.outcome.summary}
				rows={answer.outcome.outcomes}
				kind={path === "course" ? "course" : "location"}
				closeTo={closeTo}
				dialogUrl={`${pathname}?${params}`}
			/>
		);
	const formId = `batch-${path}`;
	return (
		<Dialog
			title={title}
			description={describeChosen(props.chosen, total)}
			width={width}
			closeTo={closeTo}
			footer={
				preview?.ok && (
					<Button
						form={formId}
						variant="primary"
						pending={navigation.formMethod === "POST"}
						disabled={preview.value.changes === 0 && !isUnanswered(answer)}
					>
						{props.submitLabel}
					</Button>
				)
			}
		>
			<div className="grid gap-4">
				{!props.chosen.isAll && props.chosen.ids.length === 0 && (
					<Callout tone="warning">Choose at least one applicant.</Callout>
				)}
				<BatchPreview chosen={to || undefined} preview={preview} params={[...params]} action={pathname}>
					{props.children}
				</BatchPreview>
				{preview?.ok && <PreviewList rows={preview.value.rows} total={preview.value.total} kind={props.kind} />}
				{answer?.error && (
					<Callout tone="danger" role="alert">
						{answer.error}
					</Callout>
				)}
				<SignedInForm method="post" id={formId} preventScrollReset>
					<ChosenInputs {...props.chosen} total={total} />
					<input type="hidden" name={name} value={to} />
					<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
					{asOf !== undefined && <input type="hidden" name="asOf" value={asOf} />}
					{preview?.ok && <ConfirmCount count={preview.value.changes} typed="" errors={undefined} />}
				</SignedInForm>
			</div>
		</Dialog>
	);
};
