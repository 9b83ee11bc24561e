import { useNavigation } from "@remix-run/react";
import { Mail } from "lucide-react";
import { Button } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";
import { VisuallyHidden } from "#app/ui/visually-hidden";

interface RenotifyFormProps {
	ids: readonly string[];
	idempotencyKey: string;
	label: string;
	/** The referee's name, for screen readers. */
	about?: string;
}

/** A button that asks referees again: each gets a mail with a new link. */
export const RenotifyForm = ({ ids, idempotencyKey, label, about }: RenotifyFormProps) => {
	const navigation = useNavigation();
	const isPending = navigation.formData?.get("idempotencyKey") === idempotencyKey;
	return (
		<SignedInForm method="post" preventScrollReset>
			{ids.map((id) => (
				<input key={id} type="hidden" name="referee" value={id} />
			))}
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			<Button icon={Mail} pending={isPending}>
				{label}
				{about && <VisuallyHidden> {about}</VisuallyHidden>}
			</Button>
		</SignedInForm>
	);
};
