import type { FormMetadata } from "@conform-to/react";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { isUnanswered } from "#app/api/unanswered";
import { useKeptKey } from "#app/api/use-kept-key";
import { readSheetSearch } from "#app/list/list-address";
import { StaleApplicant } from "#app/list/sheet/stale-applicant";
import { useSeenVersion } from "#app/list/sheet/use-seen-version";
import type { saveAssignment } from "#app/routes/assignments/save-assignment.server";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useHydrated } from "#app/ui/use-hydrated";

interface AssignmentDialogProps<Values extends Record<string, unknown>> {
	title: string;
	description: string;
	path: string;
	width?: number;
	form: FormMetadata<Values, string[]>;
	/** The field, which shows its own errors. */
	field: "courseId" | "locationId" | "reviewerId";
	applicant: { id: string; version: number };
	idempotencyKey: string;
	answer: SerializeFrom<typeof saveAssignment> | undefined;
	/** True when nothing or the current value is chosen (§4): with JavaScript the button is disabled. */
	isUnchanged: boolean;
	submitLabel: string;
	children: ReactNode;
}

/** Dialog that changes the course, the location or the reviewer of one applicant; shows both versions after a conflict. */
export const AssignmentDialog = <Values extends Record<string, unknown>>(props: AssignmentDialogProps<Values>) => {
	const { title, description, path, width, form, applicant, answer } = props;
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const navigation = useNavigation();
	const hydrated = useHydrated();
	const version = useSeenVersion(applicant, answer);
	const idempotencyKey = useKeptKey(props.idempotencyKey, answer);
	const stale = answer?.stale;
	const errors = stale ? [] : errorsElsewhere(form.allErrors, [props.field]);
	return (
		<Dialog
			title={title}
			description={description}
			width={width}
			closeTo={pathname.replace(new RegExp(`/${path}$`), "") + readSheetSearch(params)}
			cancel
			footer={
				<Button
					form={form.id}
					variant="primary"
					pending={navigation.formAction?.startsWith(pathname) ?? false}
					disabled={hydrated && props.isUnchanged && !isUnanswered(answer)}
				>
					{stale ? "Apply mine on top" : props.submitLabel}
				</Button>
			}
		>
			<SignedInForm method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4">
				<input type="hidden" name="version" value={version} />
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				{stale && <StaleApplicant stale={stale} />}
				<FormErrors errors={errors} />
				{props.children}
			</SignedInForm>
		</Dialog>
	);
};
