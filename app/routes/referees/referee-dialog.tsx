import type { FormMetadata } from "@conform-to/react";
import { useLocation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { readSheetSearch } from "#app/list/list-address";
import { Button, type ButtonProps } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";

interface RefereeDialogProps<Values extends Record<string, unknown>> {
	/** Also the label of its button. */
	title: string;
	description?: string;
	/** What of the dialog's path leads back to the tab when it is left out. */
	leaves: RegExp;
	form: FormMetadata<Values, string[]>;
	/** The names of the form's fields, which show their errors themselves. */
	fields: readonly string[];
	idempotencyKey: string;
	/** Shown in place of the form where nothing can be done. */
	refusal: ReactNode;
	look: Pick<ButtonProps, "variant" | "icon">;
	children: ReactNode;
}

/** The dialog of a change of one referee, over the sheet. */
export const RefereeDialog = <Values extends Record<string, unknown>>(props: RefereeDialogProps<Values>) => {
	const { title, description, leaves, form, fields, idempotencyKey, refusal, look, children } = props;
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const isSending = useIsSendingHere();
	return (
		<Dialog
			title={title}
			description={description}
			closeTo={pathname.replace(leaves, "") + readSheetSearch(params)}
			cancel
			footer={
				!refusal && (
					<Button {...look} form={form.id} pending={isSending}>
						{title}
					</Button>
				)
			}
		>
			{refusal || (
				<SignedInForm method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4">
					<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
					<FormErrors errors={errorsElsewhere(form.allErrors, fields)} />
					{children}
				</SignedInForm>
			)}
		</Dialog>
	);
};
