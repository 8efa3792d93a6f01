import { test } from 'uvu';

test('says that more was tested', () => console.log('progress (7 / 9) of the upload'));
test.run();
