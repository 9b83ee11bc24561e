import { MenuButton, MenuItem, MenuItems, Menu as MenuRoot } from "@headlessui/react";
import { Fragment, type ReactNode } from "react";
import { classNames } from "#app/ui/class-names";
import { type MenuEntry, MenuEntryLine } from "#app/ui/menu-entry";
import { useHydrated } from "#app/ui/use-hydrated";
import { useTopLayer } from "#app/ui/use-top-layer";

export interface MenuProps {
	/** The button's content. */
	button: ReactNode;
	/** The button's look: `buttonClass(…)`, `chipClass`. */
	buttonClassName: string;
	/** The button's accessible name where its content has no text. */
	label?: string;
	entries: readonly MenuEntry[];
	/** Which edge it shares with its button. */
	align?: "start" | "end";
	/** Above the entries: who is signed in. */
	heading?: ReactNode;
	className?: string;
}

const panelClass = (align: "start" | "end") =>
	classNames(
		"absolute top-full z-30 mt-1 max-h-[min(420px,70vh)] w-max max-w-[min(320px,calc(100vw-24px))] min-w-48 overflow-y-auto rounded-lg border border-line-2 bg-raised p-1 text-text shadow-float outline-none",
		align === "end" ? "right-0" : "left-0",
	);

const SectionLine = ({ name, first }: { name: string; first: boolean }) => (
	<div
		role="presentation"
		className={classNames("px-2.5 pb-1 text-sm text-text-3", first ? "pt-1.5" : "mt-1 border-t border-line pt-2")}
	>
		{name}
	</div>
);

/** A menu of links and form buttons: a `details` until the browser has taken over, and without JavaScript for ever. */
export const Menu = ({ button, buttonClassName, label, entries, align = "end", heading, className }: MenuProps) => {
	const hydrated = useHydrated();
	const panel = useTopLayer(align);
	const around = classNames("relative inline-block print:hidden", className);
	if (!hydrated) {
		return (
			<details className={around}>
				<summary aria-label={label} title={label} className={buttonClassName}>
					{button}
				</summary>
				<div className={panelClass(align)}>
					{heading}
					<ul>
						{entries.map((entry, index) => (
							<li key={entry.id}>
								{entry.section !== undefined && <SectionLine name={entry.section} first={index === 0} />}
								<MenuEntryLine entry={entry} />
							</li>
						))}
					</ul>
				</div>
			</details>
		);
	}
	return (
		<div className={around}>
			<MenuRoot>
				<MenuButton aria-label={label} title={label} className={buttonClassName}>
					{button}
				</MenuButton>
				<MenuItems ref={panel} modal={false} className={classNames(panelClass(align), "animate-rise")}>
					{heading}
					{entries.map((entry, index) => (
						<Fragment key={entry.id}>
							{entry.section !== undefined && <SectionLine name={entry.section} first={index === 0} />}
							<MenuItem as={MenuEntryLine} entry={entry} disabled={entry.disabled} />
						</Fragment>
					))}
				</MenuItems>
			</MenuRoot>
		</div>
	);
};
