import { type ReactNode, useRef } from "react";
import { classNames } from "#app/ui/class-names";
import { type MenuEntry, MenuEntryLine } from "#app/ui/menu/menu-entry";
import { MenuSectionLine, menuPanelClass } from "#app/ui/menu/menu-panel";
import { useDrawsClosed, useHydrated } from "#app/ui/use-hydrated";
import { useLazy } from "#app/ui/use-lazy";

export interface MenuProps {
	button: ReactNode;
	/** The button's look: `buttonClass(…)`, `chipClass`. */
	buttonClassName: string;
	/** The button's accessible name where its content has no text. */
	label?: string;
	entries: readonly MenuEntry[];
	/** Which edge it shares with its button. */
	align?: "start" | "end";
	/** For a button at the foot of the screen; with its code loaded, the menu finds its side by itself. */
	isAbove?: boolean;
	/** Above the entries: the signed-in user. */
	heading?: ReactNode;
	className?: string;
}

const load = async () => (await import("#app/ui/menu/menu-control")).MenuControl;

/** why: keys work only with scripts. */
const withoutKeys = ({ keys: _keys, ...entry }: MenuEntry): MenuEntry => entry;

/** A menu of links and form buttons: a `details` until its code has loaded, and without JavaScript. */
export const Menu = (props: MenuProps) => {
	const { button, buttonClassName, label, entries, align = "end", isAbove, heading, className } = props;
	const details = useRef<HTMLDetailsElement>(null);
	// why: a menu that is in use is not replaced under the user.
	const Control = useLazy(load, () => !details.current?.matches(":focus-within, [open]"));
	const drawsClosed = useDrawsClosed();
	const hydrated = useHydrated();
	const around = classNames("relative inline-block print:hidden", className);
	if (Control)
		return (
			<div className={around}>
				<Control {...props} />
			</div>
		);
	return (
		<details ref={details} className={around}>
			<summary aria-label={label} title={label} className={buttonClassName}>
				{button}
			</summary>
			{drawsClosed && (
				<div className={menuPanelClass(align, isAbove)}>
					{heading}
					<ul>
						{entries.map((entry, index) => (
							<li key={entry.id}>
								{entry.section !== undefined && <MenuSectionLine name={entry.section} first={index === 0} />}
								<MenuEntryLine entry={hydrated ? entry : withoutKeys(entry)} />
							</li>
						))}
					</ul>
				</div>
			)}
		</details>
	);
};
