import { useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { InferOutput } from "valibot";
import { isUnanswered } from "#app/api/unanswered";
import { formatCount } from "#app/format/numbers";
import { BatchOutcomes } from "#app/routes/applicants/batch-outcomes";
import { BatchPreview } from "#app/routes/applicants/batch-preview";
import type { DetailPreview } from "#app/routes/applicants/detail-batch.server";
import { listSearch, readListAddress } from "#app/routes/applicants/list-address";
import { useAsShown } from "#app/routes/applicants/use-as-shown";
import { useKeptKey } from "#app/routes/applicants/use-kept-key";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog";
import { SignedInForm } from "#app/ui/form/form";
import type { Result } from "#worker/contract/result";
import type { BatchRow } from "#worker/services/applicants/batch.contract";

interface DetailBatchDialogProps {
	title: string;
	/** The dialog's own part of the address. */
	path: string;
	width?: number;
	/** The form's name of what is chosen. */
	name: "courseId" | "locationId";
	/** Where it is chosen, as `to`. */
	children: ReactNode;
	ids: readonly string[];
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
	const { title, path, width, name, ids, preview, answer } = props;
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const navigation = useNavigation();
	const asOf = useAsShown(preview?.ok ? preview.value.asOf : undefined, answer);
	const idempotencyKey = useKeptKey(props.idempotencyKey, answer);
	const chosen = params.get("to") ?? "";
	const closeTo = pathname.replace(new RegExp(`/${path}$`), "") + listSearch(readListAddress(params));
	if (answer?.outcome)
		return (
			<BatchOutcomes
				title={`${formatCount(answer.outcome.changed, "applicant")} changed to ${answer.outcome.name}`}
				summary={answer.outcome.summary}
				rows={answer.outcome.outcomes}
				doneLabel="Changed"
				closeTo={closeTo}
				dialogUrl={`${pathname}?${params}`}
			/>
		);
	const formId = `batch-${path}`;
	return (
		<Dialog
			title={title}
			description={`${formatCount(ids.length, "applicant")} selected`}
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
				{ids.length === 0 && <Callout tone="warning">Choose at least one applicant.</Callout>}
				<BatchPreview chosen={chosen || undefined} preview={preview} params={[...params]} action={pathname}>
					{props.children}
				</BatchPreview>
				{answer?.error && (
					<Callout tone="danger" role="alert">
						{answer.error}
					</Callout>
				)}
				<SignedInForm method="post" id={formId} preventScrollReset>
					{ids.map((id) => (
						<input key={id} type="hidden" name="id" value={id} />
					))}
					<input type="hidden" name={name} value={chosen} />
					<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
					{asOf !== undefined && <input type="hidden" name="asOf" value={asOf} />}
				</SignedInForm>
			</div>
		</Dialog>
	);
};
