import type { FormMetadata } from "@conform-to/react";
import { useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { readSheetSearch } from "#app/list/list-address";
import type { StaleChange } from "#app/list/sheet/read-stale.server";
import { StaleApplicant } from "#app/list/sheet/stale-applicant";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { FieldErrors } from "#app/ui/form/field";
import { SignedInForm } from "#app/ui/form/form";
import { useHydrated } from "#app/ui/use-hydrated";

interface AssignmentDialogProps<Values extends Record<string, unknown>> {
	title: string;
	description: string;
	/** The last segment of the dialog's address. */
	path: string;
	width?: number;
	form: FormMetadata<Values, string[]>;
	/** Fields that show their own errors. */
	shown: readonly string[];
	version: number;
	idempotencyKey: string;
	stale: StaleChange | null | undefined;
	/** True when the current value is chosen (§4): with JavaScript the button is disabled. */
	isUnchanged: boolean;
	submitLabel: string;
	children: ReactNode;
}

/**
 * Dialog that changes the course or the location of one applicant: its field, its errors, both versions after a
 * conflict.
 */
export const AssignmentDialog = <Values extends Record<string, unknown>>(props: AssignmentDialogProps<Values>) => {
	const { title, description, path, width, form, version, idempotencyKey, stale } = props;
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const navigation = useNavigation();
	const hydrated = useHydrated();
	const errors = stale ? [] : errorsElsewhere(form.allErrors, [...props.shown]);
	return (
		<Dialog
			title={title}
			description={description}
			width={width}
			closeTo={pathname.replace(new RegExp(`/${path}$`), "") + readSheetSearch(params)}
			footer={
				<Button
					form={form.id}
					variant="primary"
					pending={navigation.formAction?.startsWith(pathname) ?? false}
					disabled={hydrated && props.isUnchanged}
				>
					{stale ? "Apply mine on top" : props.submitLabel}
				</Button>
			}
		>
			<SignedInForm method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4">
				<input type="hidden" name="version" value={version} />
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				{stale && <StaleApplicant stale={stale} />}
				{errors.length > 0 && (
					<div role="alert">
						<FieldErrors errors={errors} />
					</div>
				)}
				{props.children}
			</SignedInForm>
		</Dialog>
	);
};
