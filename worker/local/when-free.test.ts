import { expect, test, vi } from "vitest";
import { whenFree } from "./when-free.mjs";

const locked = new Error("The database cannot be used: database is locked: SQLITE_BUSY");

test("work is done again while another process writes, and five times at most", async () => {
	const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(locked).mockResolvedValueOnce("done");
	expect(await whenFree(work, 1)).toBe("done");

	const never = vi.fn<() => Promise<string>>().mockRejectedValue(locked);
	await expect(whenFree(never, 1)).rejects.toThrow("SQLITE_BUSY");
	expect(never).toHaveBeenCalledTimes(5);
});

test("another failure is told at once", async () => {
	const work = vi.fn<() => Promise<string>>().mockRejectedValue(new Error("no such table"));
	await expect(whenFree(work)).rejects.toThrow("no such table");
	expect(work).toHaveBeenCalledTimes(1);
});
