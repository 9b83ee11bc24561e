import type { Command } from "#app/shell/commands";

type KeyPress = Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;

const modifiers = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"]);

/** why: on some keyboards signs such as [ are typed with Alt or AltGr; with a letter Alt means something else. */
const isSignByAlt = ({ key, altKey }: KeyPress): boolean => altKey && key.length === 1 && !/[\p{L}\p{N}\s]/u.test(key);

/** Returns a key as commands name it: `k`, `?`, `Enter`, `shift+X`, `mod+k`. */
export const keyName = (press: KeyPress): string => {
	const { key, metaKey, ctrlKey, shiftKey } = press;
	if (isSignByAlt(press)) return key;
	if (metaKey || ctrlKey) return `mod+${key.toLowerCase()}`;
	if (!/^\p{L}$/u.test(key)) return key;
	// why: a letter with shift is another command (⇧X), with Caps Lock it is not; a sign like ? needs shift anyway.
	return shiftKey ? `shift+${key.toUpperCase()}` : key.toLowerCase();
};

const typingPlaces =
	"textarea, select, [role=combobox], [role=menu], [role=listbox], input:not([type=checkbox], [type=radio], [type=submit], [type=button])";

/** Elements where keys mean text, or a search by the first letter. */
const takesText = (target: HTMLElement): boolean => target.isContentEditable || target.matches(typingPlaces);

/** Mark a dialog with `data-own-keys` where the shortcuts of the page behind it must pause. */
const hasOwnKeys = (target: HTMLElement): boolean => target.closest("[data-own-keys]") !== null;

/** Keys that a focused control handles itself. */
const isOwnKey = (target: HTMLElement, name: string): boolean =>
	(name === "Enter" || name === " ") && target.matches("a, button, summary, input");

/** Commands of the list, whose keys rest while an applicant or another sheet lies over it. */
const isOfList = ({ group }: Command): boolean => group === "List" || group === "Selection";

/**
 * Returns the command that this key completes.
 * @param singleKeys whether keys without `mod` count @param isCovered whether something lies over the page
 */
export const matchKeys = (
	commands: readonly Command[],
	before: readonly string[],
	event: KeyPress & Pick<KeyboardEvent, "target">,
	{ singleKeys, isCovered }: { singleKeys: boolean; isCovered: boolean },
): { command?: Command; pressed: readonly string[] } => {
	if (modifiers.has(event.key)) return { pressed: before };
	const name = keyName(event);
	const isChord = name.startsWith("mod+");
	const target = event.target instanceof HTMLElement ? event.target : undefined;
	if (event.altKey && !isSignByAlt(event)) return { pressed: [] };
	if (target && isOwnKey(target, name)) return { pressed: [] };
	// why: in a field ⌘A selects its text; only commands meant for everywhere work there.
	const onlyEverywhere = target !== undefined && (takesText(target) || hasOwnKeys(target));
	if (!isChord && (!singleKeys || onlyEverywhere)) return { pressed: [] };
	const candidates = commands.filter(
		(command) => (command.everywhere || !onlyEverywhere) && !command.disabled && !(isCovered && isOfList(command)),
	);
	return findCommand(candidates, before, name);
};

const findCommand = (
	commands: readonly Command[],
	before: readonly string[],
	name: string,
): { command?: Command; pressed: readonly string[] } => {
	const pressed = [...before, name];
	const begun = commands.filter(({ keys }) => keys && pressed.every((key, index) => keys[index] === key));
	const command = begun.findLast(({ keys }) => keys?.length === pressed.length);
	if (command) return { command, pressed: [] };
	if (begun.length > 0) return { pressed };
	// why: a key that does not continue a sequence may begin one, or be a command of its own.
	return before.length > 0 ? findCommand(commands, [], name) : { pressed: [] };
};
