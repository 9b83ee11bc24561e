import type { SerializeFrom } from "@remix-run/cloudflare";
import { PencilLine } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "#app/format/numbers";
import { formatAgo } from "#app/format/relative-time";
import { stepSearch } from "#app/routes/forms/edit-steps";
import type { ResumeView } from "#app/routes/forms/edit-view.server";
import { useShell } from "#app/shell/shell-context";
import { Button, LinkButton } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { intentName } from "#app/ui/form-fields/field-names";
import { EmptyState } from "#app/ui/page/empty-state";

interface EditResumeProps {
	view: SerializeFrom<ResumeView>;
	answer: { formErrors: string[] } | undefined;
	changes: number;
	params: URLSearchParams;
	head: ReactNode;
}

export const EditResume = ({ view, answer, changes, params, head }: EditResumeProps) => {
	const { now } = useShell();
	return (
		<div className="min-h-dvh">
			{head}
			<EmptyState
				icon={PencilLine}
				title="You have not finished editing this form"
				action={
					<SignedInForm
						id="resume-form"
						method="post"
						action={stepSearch(params, {})}
						className="flex justify-center gap-2.5 max-sm:flex-col-reverse"
					>
						<Button name={intentName} value="restart">
							Discard and start again
						</Button>
						<LinkButton variant="primary" to={stepSearch(params, { section: view.section })}>
							Continue where you left off
						</LinkButton>
					</SignedInForm>
				}
			>
				<FormErrors errors={answer?.formErrors} />
				{formatCount(changes, "changed answer")} not saved yet, last typed {formatAgo(view.updatedAt, now)}.
			</EmptyState>
		</div>
	);
};
