import type { TypedResponse } from "@remix-run/cloudflare";
import { useLocation, useSearchParams } from "@remix-run/react";
import type { LucideIcon } from "lucide-react";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { isUnanswered } from "#app/api/unanswered";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import type { BulkResponse } from "#app/list/bulk/bulk.server";
import { BulkChoice } from "#app/list/bulk/bulk-choice";
import { BulkOutcomes } from "#app/list/bulk/bulk-outcomes";
import { describeChosen } from "#app/list/bulk/bulk-sentences";
import { type Chosen, nobodyChosen } from "#app/list/bulk/chosen-rows";
import { ConfirmCount } from "#app/list/bulk/confirm-field";
import type { OutcomeKind } from "#app/list/bulk/describe-outcome";
import { PreviewList } from "#app/list/bulk/preview-list";
import { listSearch, readListAddress, withSelected } from "#app/list/list-address";
import { useCarried } from "#app/list/use-selection";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import type { Previewed } from "#worker/contract/bulk";
import type { Result } from "#worker/contract/result";

interface BulkDialogProps {
	title: string;
	/** The last part of the dialog's address. */
	path: string;
	kind: OutcomeKind;
	submitLabel: string;
	icon?: LucideIcon;
	/** Whether it cannot be undone. */
	isDangerous?: boolean;
	width?: number;
	bulk: {
		chosen: Chosen;
		to: string;
		preview: Result<Previewed & { sentence: string }> | null;
		idempotencyKey: string;
	};
	/** Draws the field that chooses the target, which belongs to this form; left out when there is none. */
	choice?: (form: string | undefined) => ReactNode;
	/** Describes the recipients when nobody is selected; left out when somebody must be. */
	everybody?: string;
	about?: ReactNode;
	children?: ReactNode;
	isBlocked?: boolean;
	/** Another button beside the one that starts the action. */
	besides?: ReactNode;
	form?: Pick<ComponentProps<typeof SignedInForm>, "onSubmit" | "noValidate">;
	/** The number that was typed to confirm, where the dialog has a form of its own. */
	confirmed?: { typed: string; errors: readonly string[] | undefined };
}

/** The id of the form of a bulk dialog. */
export const bulkForm = (path: string): string => `bulk-${path}`;

/** Dialog of a bulk action: its target, its consequences in numbers, then the outcome of each row. */
export const BulkDialog = ({ title, path, kind, bulk, choice, about, children, ...props }: BulkDialogProps) => {
	const { chosen, to } = bulk;
	const answer = useKeptAnswer<() => Promise<TypedResponse<BulkResponse>>>();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const isAwaiting = useIsAwaiting();
	const preview = bulk.preview?.ok ? bulk.preview.value : undefined;
	const asOf = useAsShown(preview?.asOf, answer, to);
	const idempotencyKey = useKeptKey(bulk.idempotencyKey, answer);
	const carried = useCarried(chosen.ids);
	const search = listSearch(readListAddress(params));
	const list = pathname.replace(new RegExp(`/${path}$`), "");
	const address = new URLSearchParams(params);
	if (to !== "") address.set("to", to);
	if (answer?.outcome)
		return (
			<BulkOutcomes
				{...answer.outcome}
				kind={kind}
				toast={answer.toast}
				closeTo={list + search}
				dialogUrl={`${pathname}?${address}`}
			/>
		);
	const isNobodyChosen = !chosen.isAll && chosen.ids.length === 0;
	const formId = bulkForm(path);
	const nothingChanges = preview?.willChange === 0 && !isUnanswered(answer);
	return (
		<Dialog
			title={title}
			description={isNobodyChosen && props.everybody ? props.everybody : describeChosen(chosen, preview?.total)}
			width={props.width}
			closeTo={list + withSelected(search, carried)}
			growsDown
			cancel
			footer={
				<>
					<Button
						form={formId}
						variant={props.isDangerous ? "danger" : "primary"}
						icon={props.icon}
						pending={isAwaiting}
						disabled={!preview || nothingChanges || props.isBlocked}
					>
						{props.submitLabel}
					</Button>
					{/* why last: Enter in a field presses the first button of the form. */}
					{props.besides}
				</>
			}
		>
			<div className="grid grid-cols-1 gap-4">
				{isNobodyChosen && !props.everybody && <Callout tone="warning">{nobodyChosen}</Callout>}
				<BulkChoice choice={choice} form={to === "" ? undefined : formId} preview={bulk.preview} />
				{preview && <PreviewList rows={preview.rows} total={preview.total} kind={kind} address={address} />}
				{about}
				{/* why not with a form that is checked: it shows its own errors. */}
				{answer?.error && !props.form && <FormErrors errors={[answer.error]} />}
				<SignedInForm method="post" id={formId} preventScrollReset className="grid gap-4" {...props.form}>
					<ChosenInputs {...chosen} total={preview?.total} />
					<input type="hidden" name="reviewed" value={to} />
					<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
					{asOf !== undefined && <input type="hidden" name="asOf" value={asOf} />}
					{children}
					{preview && (
						<ConfirmCount
							count={preview.willChange}
							{...(props.confirmed ?? { typed: answer?.typed?.confirmed ?? "", errors: undefined })}
						/>
					)}
				</SignedInForm>
			</div>
		</Dialog>
	);
};

/** The selected rows as hidden fields. */
export const ChosenInputs = ({ ids, isAll, total }: Chosen & { total: number | undefined }) =>
	isAll ? (
		<>
			<input type="hidden" name="all" value="1" />
			{total !== undefined && <input type="hidden" name="expected" value={total} />}
		</>
	) : (
		ids.map((id) => <input key={id} type="hidden" name="id" value={id} />)
	);

/** Returns when the consequences were first shown. why: rows that changed after the user read them are skipped. */
const useAsShown = (asOf: number | undefined, answer: unknown, to: string): number | undefined => {
	const { key } = useLocation();
	const shown = useRef({ key, to, asOf });
	const isLeft = (shown.current.key !== key && !isUnanswered(answer)) || shown.current.to !== to;
	if (isLeft || shown.current.asOf === undefined) shown.current = { key, to, asOf };
	return shown.current.asOf;
};
