import { useNavigate } from "@remix-run/react";
import { CalendarClock, CheckCheck, CircleX, Send, Undo2 } from "lucide-react";
import { useMemo } from "react";
import { type Command, useCommands } from "#app/shell/commands";
import { Button, LinkButton } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import type { Icon } from "#app/ui/icon";
import type { Release } from "#worker/services/stage-changes/release.contract";

/** The id of the form that takes the next step. */
const stepForm = "release-step";

interface Step {
	id: string;
	label: string;
	icon: Icon;
	/** The dialog that asks before; without it the step is taken at once. */
	path?: string;
}

/** Returns what the user can do with a release now, the usual step first. */
const stepsOf = ({ state, isOwn }: Release): Step[] => {
	const back: Step = { id: "return", label: "Send back", icon: Undo2, path: "return" };
	const cancel: Step = { id: "cancel", label: "Cancel release", icon: CircleX, path: "cancel" };
	switch (state) {
		case "prepared":
			return [{ id: "propose", label: "Propose", icon: Send }, cancel];
		case "proposed":
			return [...(isOwn ? [] : [{ id: "approve", label: "Approve", icon: CheckCheck }]), back, cancel];
		case "approved":
			return [{ id: "time", label: "Choose time", icon: CalendarClock, path: "time" }, back, cancel];
		case "scheduled":
			return [{ id: "time", label: "Change time", icon: CalendarClock, path: "time" }, back, cancel];
		default:
			return [];
	}
};

interface ReleaseActionsProps {
	release: Release;
	/** The address of the release. */
	here: string;
	idempotencyKey: string;
}

/** The steps that can be taken now, as buttons. */
export const ReleaseActions = ({ release, here, idempotencyKey }: ReleaseActionsProps) => {
	const isAwaiting = useIsAwaiting();
	return stepsOf(release)
		.toReversed()
		.map(({ id, label, icon, path }) =>
			path ? (
				<LinkButton
					key={id}
					to={`${here}/${path}`}
					icon={icon}
					variant={id === "time" ? "primary" : "secondary"}
					preventScrollReset
				>
					{label}
				</LinkButton>
			) : (
				<SignedInForm key={id} id={stepForm} method="post" action={here}>
					<input type="hidden" name="version" value={release.version} />
					<input type="hidden" name="step" value={id} />
					<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
					<Button variant="primary" icon={icon} pending={isAwaiting}>
						{label}
					</Button>
				</SignedInForm>
			),
		);
};

/** The same steps in the palette. */
export const useReleaseCommands = (release: Release, here: string): void => {
	const navigate = useNavigate();
	const { state, isOwn } = release;
	// biome-ignore lint/correctness/useExhaustiveDependencies: the steps follow from the state and from who proposed it.
	const commands = useMemo<Command[]>(
		() =>
			stepsOf(release).map(({ id, label, icon, path }) => ({
				id: `release-${id}`,
				title: path === "return" ? "Send the release back" : `${label}: this release`,
				icon,
				group: "This page",
				keywords: "release decision approve",
				run: () => {
					const form = document.getElementById(stepForm);
					if (path) navigate(`${here}/${path}`, { preventScrollReset: true });
					else if (form instanceof HTMLFormElement) form.requestSubmit();
				},
			})),
		[state, isOwn, here, navigate],
	);
	useCommands(commands);
};
