import { useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "#app/ui/button";
import { Form } from "#app/ui/form/form";

/** Submits itself, or by its button without scripts. why: its link works once, and mail scanners open it first. */
export const SelfSendingForm = ({ label }: { label: string }) => {
	const form = useRef<HTMLFormElement>(null);
	const isSent = useRef(false);
	const submit = useSubmit();
	const isSubmitting = useNavigation().state !== "idle";
	useEffect(() => {
		// why: React runs an effect twice in development.
		if (isSent.current) return;
		isSent.current = true;
		submit(form.current, { replace: true });
	}, [submit]);
	return (
		<Form ref={form} method="post" replace>
			<Button variant="primary" pending={isSubmitting}>
				{label}
			</Button>
		</Form>
	);
};
